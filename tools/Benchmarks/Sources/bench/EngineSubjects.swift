/// The engine's side of each benchmark, by the catalogue's name; a name that is not here is measured with its baselines alone.
let engineSubjects: [String: @Sendable () -> any Subject] = [:]
