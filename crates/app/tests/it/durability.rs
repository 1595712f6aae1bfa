//! What was acknowledged survives power loss, full disks and damage, and what
//! was removed is gone.

mod damage;
mod erasure;
mod full_disk;
mod power_loss;
