"""Administration guide of an invented message relay, in Markdown: settings in pipe tables, numbered steps, code blocks, limits by edition, error codes, upgrade notes."""

import pathlib
import sys

OUT = pathlib.Path(sys.argv[2])
TEXT = """# Quillport Relay 5.3: administration guide

Quillport Relay takes messages from applications, keeps them in streams on disk and hands them to
subscribers. This guide is for the people who run it. It describes release 5.3 of 14 April 2026.

## 1. Requirements

| | Small | Medium | Large |
|---|---:|---:|---:|
| Messages a second, peak | 2,000 | 15,000 | 90,000 |
| Processor cores | 2 | 8 | 32 |
| Memory, GB | 4 | 16 | 64 |
| Disk, GB (SSD) | 50 | 400 | 3,000 |
| Nodes in the cluster | 1 | 3 | 5 |

Linux with a kernel of 5.10 or newer on x86-64 or ARM64. On FreeBSD the relay runs but is not supported.
Clocks of the nodes differ by at most 250 ms. Network file systems must not hold the data directory.

## 2. Installation

1. Create the user `quill` without a login shell.
2. Unpack the archive to `/opt/quillport`.
3. Copy `relay.sample.toml` to `/etc/quillport/relay.toml` and set `node.name` and `data.dir`.
4. Run `quillctl check`. It must end with `0 problems`.
5. Run `quillctl init --admin NAME` on the first node alone. The password is shown once.
6. Start the service; open ports 7400 (clients), 7401 (cluster) and 7480 (metrics).
7. On every other node run `quillctl join FIRST:7401 --token TOKEN`. A token is valid for 20 minutes.

## 3. Settings

Settings are read at the start. Those with R in the last column are read again on `quillctl reload`.

| Setting | Default | Range | Meaning | |
|---|---|---|---|---|
| `node.name` | host name | 1 to 63 characters | Name in the cluster; never changed after `init`. | |
| `data.dir` | `/var/lib/quillport` | | Where streams are kept. | |
| `data.segment_mb` | 256 | 16 to 2048 | Size of a segment file. | |
| `data.sync` | `batch` | `always`, `batch`, `never` | When a write is forced to disk. | R |
| `data.sync_interval_ms` | 40 | 5 to 1000 | Longest delay with `batch`. | R |
| `data.min_free_percent` | 8 | 2 to 50 | Below it the node takes no messages. | R |
| `client.max_connections` | 4000 | 1 to 100000 | Connections to one node. | R |
| `client.idle_timeout_s` | 300 | 10 to 86400 | Silent connections are closed after it. | R |
| `client.max_message_kb` | 1024 | 1 to 16384 | Larger messages are refused with Q-413. | |
| `client.tls` | `required` | `required`, `optional`, `off` | Encryption of clients. | |
| `cluster.replicas` | 2 | 1 to 5 | Copies of a new stream. | R |
| `cluster.election_timeout_ms` | 1500 | 300 to 10000 | Silence after which a leader is replaced. | |
| `cluster.rack` | empty | | Copies are kept in different racks. | |
| `stream.retention_h` | 168 | 1 to 87600 | Age after which messages are deleted. | R |
| `stream.retention_gb` | 0 (no limit) | 0 to 100000 | Size after which the oldest are deleted. | R |
| `stream.compression` | `zstd` | `none`, `lz4`, `zstd` | Compression of segments. | |
| `stream.dedup_window_s` | 120 | 0 to 3600 | Equal message ids within it are dropped. | R |
| `subscriber.ack_timeout_s` | 30 | 1 to 3600 | Without acknowledgement a message is sent again. | R |
| `subscriber.max_deliveries` | 5 | 1 to 100 | Then it goes to the dead-letter stream. | R |
| `subscriber.max_unacked` | 1000 | 1 to 50000 | Messages on the way to one subscriber. | R |
| `auth.provider` | `local` | `local`, `ldap`, `oidc` | Where users are checked. | |
| `auth.token_ttl_min` | 60 | 5 to 1440 | Life of an access token. | R |
| `auth.lockout_failures` | 6 | 0 to 20 | Failures before a lock of 15 minutes; 0 never. | R |
| `log.level` | `info` | `error`, `warn`, `info`, `debug` | What is logged. | R |
| `log.keep_days` | 14 | 1 to 365 | Age of the oldest log file. | R |
| `metrics.enabled` | true | | Page for scrapers at port 7480. | |

Sizes count 1,024. A setting from the environment, `QUILL_` and the name with `__` for the dot, goes before
the file; a setting on the command line goes before both.

## 4. Editions and limits

| | Community | Team | Enterprise |
|---|---:|---:|---:|
| Streams | 50 | 1,000 | 20,000 |
| Subscribers for each stream | 16 | 128 | 2,048 |
| Nodes | 1 | 5 | 15 |
| Copies of a stream | 1 | 3 | 5 |
| Longest retention, days | 14 | 180 | no limit |
| Audit log, days | none | 30 | 400 |
| LDAP | no | yes | yes |
| OIDC | no | no | yes |
| Geo-replication | no | no | yes |
| Support, first answer | forum | 8 working hours | 1 hour, day and night |
| Price a node and month, euros | 0 | 190 | 640 |

Paid yearly in advance, Team costs 10 and Enterprise 15 percent less. Schools and charities pay half for Team;
this is not added to the yearly discount. When a licence has run out, the relay goes on for 30 days; after
that it delivers but takes no messages.

## 5. Users and roles

A user has one role for each stream or prefix:

| Role | Read | Write | Create streams | Delete streams | Users |
|---|---|---|---|---|---|
| `viewer` | yes | | | | |
| `producer` | | yes | | | |
| `worker` | yes | yes | | | |
| `keeper` | yes | yes | yes | own | |
| `owner` | yes | yes | yes | yes | of the prefix |
| `admin` | | | yes | yes | yes |

An `admin` cannot read messages; whoever needs both takes a second role. Passwords have at least 12
characters, service keys expire after 365 days and are shown 30 days before.

## 6. Backup and restore

`quillctl backup --to DIR` copies closed segments without stopping the relay. The open segment is not in the
backup; `--seal` closes it first. A backup keeps streams, users and settings, but not tokens, service keys and
metrics. Full backups are made weekly and increments daily in the sample plan.

To restore:

1. Stop the service on all nodes.
2. Empty the data directory of the first node.
3. Run `quillctl restore --from DIR --as NAME` there.
4. Start the first node and wait for `state: ready`.
5. Empty the other nodes and join them again with a new token.
6. Make new service keys.

A restore reads about 140 MB a second from a local disk.

## 7. Watching

| Metric | Warn | Alarm |
|---|---|---|
| `quill_disk_free_percent` | below 20 | below 10 |
| `quill_replica_lag_s` | above 5 | above 30 |
| `quill_unacked` | above 600 | above 950 |
| `quill_dead_letters_1h` | above 0 | above 100 |
| `quill_write_p99_ms` | above 50 | above 250 |
| `quill_elections_1h` | above 1 | above 5 |
| `quill_clock_skew_ms` | above 100 | above 200 |

## 8. Errors

| Code | Text | Cause and help |
|---|---|---|
| Q-101 | no leader | Fewer than half of the nodes see each other. Check port 7401. |
| Q-102 | stale term | A node was away; it mends itself within a minute. |
| Q-107 | join token spent | Make a new one with `quillctl token`. |
| Q-201 | disk full | Free space is below `data.min_free_percent`. Shorten the retention or add disk. |
| Q-204 | segment damaged | Run `quillctl repair STREAM`; what cannot be read is fetched from a copy. |
| Q-209 | directory locked | Another process uses the data directory. |
| Q-301 | licence expired | See section 4. |
| Q-305 | stream limit reached | The edition allows no more streams. |
| Q-401 | not authenticated | Token missing or older than `auth.token_ttl_min`. |
| Q-403 | not allowed | The role does not hold the right. |
| Q-409 | duplicate id | Dropped within the window; no action. |
| Q-413 | message too large | Above `client.max_message_kb`. Store the body elsewhere and send its address. |
| Q-429 | slow down | More than 80 percent of memory is in use. The client waits 2 s and doubles the time up to 60 s. |
| Q-503 | draining | The node is being stopped. Connect to another. |

## 9. Upgrading

From 5.1 and 5.2 nodes are upgraded one after another, the leader last; wait for `state: ready` and a lag
below 5 s between two nodes. From 4.x stop all nodes, upgrade to 5.1 first and run `quillctl migrate`, which
needs free space of 1.3 times the data. There is no way back after `migrate`. Release 5.3 is supported until
31 October 2028, 5.2 until 30 April 2027; 5.1 is not supported any more.

Changed in 5.3: `stream.compression` is `zstd` by default instead of `lz4`; `client.max_connections` was 2500;
the setting `cluster.quorum` is gone; error Q-411 is gone, messages without length get Q-413.
"""
(OUT / "quillport-relay-guide.md").write_text(TEXT, encoding="utf-8")
