#if LIBFUZZER
    import Glibc

    /// libFuzzer's entry for programs with a `main` of their own (compiler-rt, FuzzerInterface.h).
    @_silgen_name("LLVMFuzzerRunDriver")
    private func runDriver(
        _ count: UnsafeMutablePointer<CInt>,
        _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
        _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
    ) -> CInt

    /// The target of this process; libFuzzer calls from the one thread that set it.
    nonisolated(unsafe) private var target: (any FuzzTarget)?

    /// Gives the target to libFuzzer, which chooses inputs by coverage; a broken promise ends the process, so that
    /// libFuzzer keeps its input.
    enum LibFuzzer {
        static func run(_ chosen: any FuzzTarget, _ arguments: [String]) -> Int32 {
            target = chosen
            var count = CInt(arguments.count + 1)
            // libFuzzer keeps the pointers as long as the process lives.
            let pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: arguments.count + 2)
            for (index, argument) in (["ledger-fuzz"] + arguments).enumerated() { pointers[index] = strdup(argument) }
            pointers[arguments.count + 1] = nil
            var start = pointers
            return runDriver(&count, &start) { bytes, count in
                let input = Array(UnsafeBufferPointer(start: bytes, count: count))
                if case .violation(let reason)? = target?.run(input) { fatalError(reason) }
                return 0
            }
        }
    }
#endif
