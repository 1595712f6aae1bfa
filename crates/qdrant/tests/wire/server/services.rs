//! The three services: what this server speaks, and what it does not.

use std::future::Future;
use std::pin::Pin;

use ::qdrant_client::qdrant::collections_server::Collections;
use ::qdrant_client::qdrant::points_server::Points;
use ::qdrant_client::qdrant::qdrant_server::Qdrant;
use ::qdrant_client::qdrant::*;
use tonic::{Request, Response, Status};

use super::{Shared, Store};

type Later<'f, A> = Pin<Box<dyn Future<Output = Result<Response<A>, Status>> + Send + 'f>>;

macro_rules! service {
    ($service:ident:
     $($spoken:ident($asked:ident) -> $answer:ident by $does:ident;)*
     $(- $silent:ident($unasked:ident) -> $unanswered:ident;)*) => {
        impl $service for Shared {
            $(fn $spoken<'s, 'f>(&'s self, request: Request<$asked>) -> Later<'f, $answer>
            where
                's: 'f,
                Self: 'f,
            {
                let shared = self.clone();
                Box::pin(shared.serve(stringify!($spoken), request, Store::$does))
            })*
            $(fn $silent<'s, 'f>(&'s self, _: Request<$unasked>) -> Later<'f, $unanswered>
            where
                's: 'f,
                Self: 'f,
            {
                Box::pin(async { Err(Status::unimplemented(stringify!($silent))) })
            })*
        }
    };
}

service! { Qdrant:
    health_check(HealthCheckRequest) -> HealthCheckReply by health;
}

service! { Collections:
    get(GetCollectionInfoRequest) -> GetCollectionInfoResponse by info;
    create(CreateCollection) -> CollectionOperationResponse by create;
    delete(DeleteCollection) -> CollectionOperationResponse by delete_collection;
    update_aliases(ChangeAliases) -> CollectionOperationResponse by aliases;
    collection_cluster_info(CollectionClusterInfoRequest) -> CollectionClusterInfoResponse by cluster;
    collection_exists(CollectionExistsRequest) -> CollectionExistsResponse by exists;
    - list(ListCollectionsRequest) -> ListCollectionsResponse;
    - update(UpdateCollection) -> CollectionOperationResponse;
    - list_collection_aliases(ListCollectionAliasesRequest) -> ListAliasesResponse;
    - list_aliases(ListAliasesRequest) -> ListAliasesResponse;
    - update_collection_cluster_setup(UpdateCollectionClusterSetupRequest) -> UpdateCollectionClusterSetupResponse;
    - create_shard_key(CreateShardKeyRequest) -> CreateShardKeyResponse;
    - delete_shard_key(DeleteShardKeyRequest) -> DeleteShardKeyResponse;
    - list_shard_keys(ListShardKeysRequest) -> ListShardKeysResponse;
}

service! { Points:
    upsert(UpsertPoints) -> PointsOperationResponse by upsert;
    delete(DeletePoints) -> PointsOperationResponse by delete;
    get(GetPoints) -> GetResponse by get;
    set_payload(SetPayloadPoints) -> PointsOperationResponse by set_payload;
    create_field_index(CreateFieldIndexCollection) -> PointsOperationResponse by field_index;
    count(CountPoints) -> CountResponse by count;
    query_batch(QueryBatchPoints) -> QueryBatchResponse by query_batch;
    - update_vectors(UpdatePointVectors) -> PointsOperationResponse;
    - delete_vectors(DeletePointVectors) -> PointsOperationResponse;
    - overwrite_payload(SetPayloadPoints) -> PointsOperationResponse;
    - delete_payload(DeletePayloadPoints) -> PointsOperationResponse;
    - clear_payload(ClearPayloadPoints) -> PointsOperationResponse;
    - delete_field_index(DeleteFieldIndexCollection) -> PointsOperationResponse;
    - create_vector_name(CreateVectorNameRequest) -> PointsOperationResponse;
    - delete_vector_name(DeleteVectorNameRequest) -> PointsOperationResponse;
    - search(SearchPoints) -> SearchResponse;
    - search_batch(SearchBatchPoints) -> SearchBatchResponse;
    - search_groups(SearchPointGroups) -> SearchGroupsResponse;
    - scroll(ScrollPoints) -> ScrollResponse;
    - recommend(RecommendPoints) -> RecommendResponse;
    - recommend_batch(RecommendBatchPoints) -> RecommendBatchResponse;
    - recommend_groups(RecommendPointGroups) -> RecommendGroupsResponse;
    - discover(DiscoverPoints) -> DiscoverResponse;
    - discover_batch(DiscoverBatchPoints) -> DiscoverBatchResponse;
    - update_batch(UpdateBatchPoints) -> UpdateBatchResponse;
    - query(QueryPoints) -> QueryResponse;
    - query_groups(QueryPointGroups) -> QueryGroupsResponse;
    - facet(FacetCounts) -> FacetResponse;
    - search_matrix_pairs(SearchMatrixPoints) -> SearchMatrixPairsResponse;
    - search_matrix_offsets(SearchMatrixPoints) -> SearchMatrixOffsetsResponse;
}
