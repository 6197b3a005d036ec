/// The targets as Package.swift declares them, read from its text: the test must not start another build.
struct Manifest {
    struct Target {
        let name: String
        let kind: String
        let path: String
        let dependencies: [String]
        let line: Int
    }

    let targets: [Target]

    init(_ file: SourceFile) {
        let code = Code.withoutComments(file.lines)
        let text = code.joined(separator: "\n")
        targets = text.matches(of: /\.(target|executableTarget|testTarget|systemLibrary)\(/).compactMap { match in
            let body = Self.parenthesised(text[match.range.upperBound...])
            guard let name = body.firstMatch(of: /name:\s*"([^"]+)"/)?.1 else { return nil }
            let kind = String(match.1)
            let path =
                body.firstMatch(of: /path:\s*"([^"]+)"/).map { String($0.1) }
                ?? "\(kind == "testTarget" ? "Tests" : "Sources")/\(name)"
            return Target(
                name: String(name), kind: kind, path: path, dependencies: Self.dependencies(in: body),
                line: text[..<match.range.lowerBound].count { $0 == "\n" } + 1)
        }
    }

    /// The text up to the parenthesis that closes the one just opened.
    private static func parenthesised(_ text: Substring) -> Substring {
        var depth = 1
        for index in text.indices {
            if text[index] == "(" { depth += 1 } else if text[index] == ")" { depth -= 1 }
            if depth == 0 { return text[..<index] }
        }
        return text
    }

    private static func dependencies(in body: Substring) -> [String] {
        guard let start = body.firstRange(of: "dependencies:") else { return [] }
        var list = body[start.upperBound...]
        var depth = 0
        var end = list.startIndex
        for index in list.indices {
            if list[index] == "[" { depth += 1 } else if list[index] == "]" { depth -= 1 }
            if depth == 0 && list[index] == "]" { end = index; break }
        }
        list = list[..<end]
        // `.product(name: "X", package: "…", condition: …)`: the product is what gets imported, the package is not.
        let withoutPackages = list.replacing(/,\s*(package:\s*"[^"]+"|condition:\s*\w+)/, with: "")
        return withoutPackages.matches(of: /"([^"]+)"/).map { String($0.1) }
    }
}
