/// Prints what a run came to, as one JSON line.
func report(_ histories: UInt64, from seed: UInt64, since start: ContinuousClock.Instant, _ sights: [String: Int]) {
    let seconds = (ContinuousClock().now - start).components.seconds
    let stated = sights.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ")
    print("{\"histories\": \(histories), \"seed\": \(seed), \"seconds\": \(seconds), \"seen\": {\(stated)}}")
}
