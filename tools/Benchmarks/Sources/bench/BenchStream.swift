import EventModel

/// The streams of the benchmarks, whose names are their own.
enum BenchStream {
    /// A `precondition`: the text names a stream.
    static func named(_ text: String) -> StreamID {
        guard let stream = StreamID(text) else { preconditionFailure("a benchmark names a stream") }
        return stream
    }
}
