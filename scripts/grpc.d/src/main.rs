//! Writes Rust code for proto/perusal.proto, and the descriptors that reflection sends.

use prost::Message;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let root = arguments.next().ok_or("where is the repository?")?;
    let files = protox::compile(["perusal.proto"], [format!("{root}/proto")])?;
    let to = format!("{root}/crates/app/src/serve/grpc");
    std::fs::write(format!("{root}/proto/descriptors.bin"), files.encode_to_vec())?;
    tonic_prost_build::configure()
        .build_client(true)
        .build_transport(false)
        .emit_rerun_if_changed(false)
        .out_dir(&to)
        .compile_fds(files)?;
    std::fs::rename(format!("{to}/perusal.v1.rs"), format!("{to}/generated.rs"))?;
    Ok(())
}
