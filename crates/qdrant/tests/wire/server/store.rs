//! Collections and their points in memory.

use std::collections::{BTreeMap, HashMap};

use qdrant_client::qdrant::{
    ChangeAliases, CollectionClusterInfoRequest, CollectionClusterInfoResponse, CollectionConfig,
    CollectionExists, CollectionExistsRequest, CollectionExistsResponse, CollectionInfo,
    CollectionOperationResponse, CollectionParams, CollectionStatus, CreateCollection,
    CreateFieldIndexCollection, DeleteCollection, GetCollectionInfoRequest,
    GetCollectionInfoResponse, HealthCheckReply, HealthCheckRequest, LocalShardInfo,
    PayloadSchemaInfo, PointStruct, PointsOperationResponse, ReplicaState, UpdateResult,
    UpdateStatus, alias_operations, vectors_config,
};
use tonic::Status;

/// One collection.
#[derive(Default)]
pub struct Collection {
    pub made: CreateCollection,
    /// By id.
    pub points: BTreeMap<String, PointStruct>,
    pub schema: BTreeMap<String, i32>,
}

impl Collection {
    /// Names of its vectors.
    pub fn names(&self) -> Vec<String> {
        let dense = match self.made.vectors_config.as_ref().map(|it| &it.config) {
            Some(Some(vectors_config::Config::ParamsMap(map))) => map.map.keys().collect(),
            _ => Vec::new(),
        };
        let sparse = self.made.sparse_vectors_config.as_ref();
        let sparse = sparse.into_iter().flat_map(|it| it.map.keys());
        dense.into_iter().chain(sparse).cloned().collect()
    }
}

/// Everything a server holds.
pub struct Store {
    pub version: String,
    pub collections: BTreeMap<String, Collection>,
    pub aliases: BTreeMap<String, String>,
}

impl Default for Store {
    fn default() -> Self {
        Self {
            version: "1.20.0".to_owned(),
            collections: BTreeMap::new(),
            aliases: BTreeMap::new(),
        }
    }
}

/// What faults do to answers.
pub trait Answer: Sized {
    /// The answer of a write that was heard and not done.
    fn acknowledged() -> Option<Self> {
        None
    }
    /// The same in another order.
    fn shuffled(self) -> Self {
        self
    }
}

impl Answer for HealthCheckReply {}
impl Answer for CollectionOperationResponse {}
impl Answer for CollectionExistsResponse {}
impl Answer for GetCollectionInfoResponse {}
impl Answer for CollectionClusterInfoResponse {}
impl Answer for PointsOperationResponse {
    fn acknowledged() -> Option<Self> {
        Some(operation(UpdateStatus::Acknowledged))
    }
}

/// The answer of a write.
pub fn operation(status: UpdateStatus) -> PointsOperationResponse {
    PointsOperationResponse {
        result: Some(UpdateResult {
            operation_id: Some(1),
            status: status.into(),
        }),
        time: 0.0,
        usage: None,
    }
}

impl Store {
    pub fn collection(&mut self, name: &str) -> Result<&mut Collection, Status> {
        let name = self
            .aliases
            .get(name)
            .map_or(name, String::as_str)
            .to_owned();
        let missing = || Status::not_found(format!("Collection `{name}` doesn't exist!"));
        self.collections.get_mut(&name).ok_or_else(missing)
    }

    pub fn health(&mut self, _: HealthCheckRequest) -> Result<HealthCheckReply, Status> {
        Ok(HealthCheckReply {
            title: "a Qdrant of the tests".to_owned(),
            version: self.version.clone(),
            commit: None,
        })
    }

    pub fn create(
        &mut self,
        made: CreateCollection,
    ) -> Result<CollectionOperationResponse, Status> {
        let name = made.collection_name.clone();
        if self.collections.contains_key(&name) {
            let exists = format!("Collection `{name}` already exists!");
            return Err(Status::already_exists(exists));
        }
        let collection = Collection {
            made,
            ..Collection::default()
        };
        self.collections.insert(name, collection);
        Ok(done())
    }

    pub fn delete_collection(
        &mut self,
        request: DeleteCollection,
    ) -> Result<CollectionOperationResponse, Status> {
        let was = self.collections.remove(&request.collection_name);
        Ok(CollectionOperationResponse {
            result: was.is_some(),
            time: 0.0,
        })
    }

    pub fn exists(
        &mut self,
        request: CollectionExistsRequest,
    ) -> Result<CollectionExistsResponse, Status> {
        let exists = self.collection(&request.collection_name).is_ok();
        Ok(CollectionExistsResponse {
            result: Some(CollectionExists { exists }),
            time: 0.0,
        })
    }

    pub fn info(
        &mut self,
        request: GetCollectionInfoRequest,
    ) -> Result<GetCollectionInfoResponse, Status> {
        let collection = self.collection(&request.collection_name)?;
        let made = &collection.made;
        let params = CollectionParams {
            shard_number: made.shard_number.unwrap_or(1),
            vectors_config: made.vectors_config.clone(),
            sparse_vectors_config: made.sparse_vectors_config.clone(),
            replication_factor: made.replication_factor,
            write_consistency_factor: made.write_consistency_factor,
            ..CollectionParams::default()
        };
        let schema = collection.schema.iter().map(|(key, kind)| {
            let info = PayloadSchemaInfo {
                data_type: *kind,
                ..PayloadSchemaInfo::default()
            };
            (key.clone(), info)
        });
        let info = CollectionInfo {
            status: CollectionStatus::Green.into(),
            config: Some(CollectionConfig {
                params: Some(params),
                ..CollectionConfig::default()
            }),
            payload_schema: schema.collect::<HashMap<_, _>>(),
            points_count: Some(collection.points.len() as u64),
            ..CollectionInfo::default()
        };
        Ok(GetCollectionInfoResponse {
            result: Some(info),
            time: 0.0,
        })
    }

    pub fn cluster(
        &mut self,
        request: CollectionClusterInfoRequest,
    ) -> Result<CollectionClusterInfoResponse, Status> {
        let points = self.collection(&request.collection_name)?.points.len();
        Ok(CollectionClusterInfoResponse {
            peer_id: 1,
            shard_count: 1,
            local_shards: vec![LocalShardInfo {
                points_count: points as u64,
                state: ReplicaState::Active.into(),
                ..LocalShardInfo::default()
            }],
            ..CollectionClusterInfoResponse::default()
        })
    }

    pub fn aliases(
        &mut self,
        change: ChangeAliases,
    ) -> Result<CollectionOperationResponse, Status> {
        for action in change.actions {
            match action.action {
                Some(alias_operations::Action::CreateAlias(new)) => {
                    self.collection(&new.collection_name)?;
                    self.aliases.insert(new.alias_name, new.collection_name);
                }
                _ => return Err(Status::unimplemented("this change of aliases")),
            }
        }
        Ok(done())
    }

    pub fn field_index(
        &mut self,
        request: CreateFieldIndexCollection,
    ) -> Result<PointsOperationResponse, Status> {
        let kind = request.field_type.unwrap_or_default();
        let collection = self.collection(&request.collection_name)?;
        collection.schema.insert(request.field_name, kind);
        Ok(operation(UpdateStatus::Completed))
    }
}

fn done() -> CollectionOperationResponse {
    CollectionOperationResponse {
        result: true,
        time: 0.0,
    }
}
