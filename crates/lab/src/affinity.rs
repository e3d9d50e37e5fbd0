//! Keeping a game to its own cores.
//!
//! A thread that is moved from core to core, or that shares one with another game, measures
//! other times than one that is left alone. With affinity the games that run beside each other
//! get disjoint cores: the one with number `i` gets the `i`-th group of as many cores as its
//! busier player has threads. Threads and programs that a game starts inherit its cores. Where
//! there are not enough cores, groups begin again with the first one; where the system has no
//! such thing, nothing happens.

/// Keeps the calling thread, and whatever it starts, to the `number`-th group of `width` cores.
#[cfg(target_os = "linux")]
pub(crate) fn keep_to(number: usize, width: usize) {
    use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
    use nix::unistd::Pid;
    let this = Pid::from_raw(0);
    let Ok(allowed) = sched_getaffinity(this) else {
        return;
    };
    let cores: Vec<usize> = (0..CpuSet::count())
        .filter(|&core| allowed.is_set(core).unwrap_or(false))
        .collect();
    let mut own = CpuSet::new();
    for core in group(&cores, number, width) {
        // A core that is allowed is within the set.
        let _ = own.set(core);
    }
    // Being left where one is harms nobody.
    let _ = sched_setaffinity(this, &own);
}

/// Keeps the calling thread to nothing.
#[cfg(not(target_os = "linux"))]
pub(crate) const fn keep_to(_number: usize, _width: usize) {}

#[cfg(target_os = "linux")]
fn group(cores: &[usize], number: usize, width: usize) -> Vec<usize> {
    let width = width.clamp(1, cores.len().max(1));
    let groups = (cores.len() / width).max(1);
    let start = number % groups * width;
    cores.iter().skip(start).take(width).copied().collect()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::group;

    #[test]
    fn games_get_cores_of_their_own() {
        let cores = [0, 2, 4, 6, 8];
        assert_eq!(group(&cores, 0, 2), [0, 2]);
        assert_eq!(group(&cores, 1, 2), [4, 6]);
        assert_eq!(group(&cores, 2, 2), [0, 2], "groups begin again");
        assert_eq!(group(&cores, 3, 1), [6]);
        assert_eq!(group(&cores, 0, 9), cores);
        assert!(group(&[], 1, 1).is_empty());
    }
}
