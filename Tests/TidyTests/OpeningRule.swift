/// Where files are opened. One function opens every file inside a ledger's folder and every file of a shared folder;
/// each other place has a reason.
enum OpeningRule {
    /// The files that may open something, each with what it opens and why the one function does not.
    static let exceptions: [String: String] = [
        "Sources/GuardedFiles/GuardedFile.swift": "the flags of the one function",
        "Sources/GuardedFiles/GuardedFolder.swift": "the one function",
        "Sources/GuardedFiles/SystemFile.swift": "files of the system, whose links are its own",
        "Sources/CIntegrity/fault.c": "/proc/self/maps, in a handler of a signal",
        "Sources/DaybookKit/Zones/ZoneDatabase.swift": "tz files of the system, whose links are its own",
        "Sources/LMDB/Environment/Opening.swift":
            "liblmdb opens data.mdb and lock.mdb itself; they are looked at by the same rules right before and after",
        "Sources/DaybookCommands/Files/Files.swift":
            "a path that a person typed is followed for reading; pipes and terminals are read",
        "Sources/DaybookCommands/Files/FileTarget.swift":
            "a pipe or terminal that a person typed is written to as it is",
        "Sources/DaybookCommands/App/ChildProcess.swift": "standard input of a process that gets none: /dev/null",
        "Sources/DaybookCommands/Shared/ThingCommands.swift": "standard input of a process that gets none: /dev/null",
        "Sources/DaybookTestKit/DomainTest.swift": "a folder of its own among the temporary files of a test",
        "Sources/DaybookCommands/App/ProcessState.swift": "/dev/null in place of a standard stream that is closed",
    ]

    private static let names: Set = [
        "O_RDONLY", "O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC", "O_APPEND", "O_DIRECTORY", "O_TMPFILE", "fopen",
        "fopen64", "freopen", "creat", "openat", "openat2",
        "opendir", "fdopendir", "scandir", "mkstemp", "mkostemp", "mkdtemp", "mdb_env_open", "mdb_env_copy",
        "mdb_env_copy2", "FileHandle", "FileManager", "FileDescriptor",
        "InputStream", "OutputStream", "contentsOfFile", "contentsOfDirectory", "posix_spawn_file_actions_addopen",
    ]

    /// The calls that open a file by name in Swift or C, outside the exceptions.
    static func findings(_ file: SourceFile) -> [String] { exceptions[file.path] == nil ? openings(file) : [] }

    static func openings(_ file: SourceFile) -> [String] {
        Code.withoutComments(file.lines).enumerated().flatMap { index, line -> [String] in
            var found = Code.identifiers(line).filter(names.contains)
            if line.contains(/\b(Data|String|NSData|NSString|URL|XMLParser)\(contentsOf/) { found.append("contentsOf") }
            if line.contains(/\bGlibc\.open(at)?\(/) { found.append("Glibc.open") }
            return found.map {
                file.finding(index + 1, "\($0) opens a file: use GuardedFolder, or name the reason in OpeningRule")
            }
        }
    }
}
