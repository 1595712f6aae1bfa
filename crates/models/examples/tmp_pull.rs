//! x
fn main() {
    let c = std::env::args().nth(1).unwrap();
    let n = std::env::args().nth(2).unwrap();
    let m = models::catalogue::find(&n).unwrap();
    let t = std::time::Instant::now();
    let mut last = 0;
    let r = models::pull(
        m,
        c.as_ref(),
        false,
        &mut |e| {
            if let models::PullEvent::Downloading { received, .. } = &e {
                if received / 20_000_000 == last {
                    return;
                }
                last = received / 20_000_000;
            }
            eprintln!("{:?} {e:?}", t.elapsed())
        },
        &models::Limits::none(),
    );
    eprintln!("{r:?} {:?}", models::installed(m, c.as_ref()));
}
