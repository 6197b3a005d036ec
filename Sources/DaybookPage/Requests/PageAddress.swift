import DaybookDomains

/// An address inside the page: a path, and a query in its order.
struct PageAddress: Hashable, Sendable {
    struct Item: Hashable, Sendable {
        let name: String
        let value: String
    }

    let path: String
    var query: [Item]

    init(_ path: String, _ query: [Item] = []) {
        self.path = path
        self.query = query
    }

    /// The same place with one item set, or taken out where the value is nil.
    func setting(_ name: String, _ value: String?) -> PageAddress {
        var result = self
        result.query.removeAll { $0.name == name }
        if let value { result.query.append(Item(name: name, value: value)) }
        return result
    }

    /// As it stands in a link.
    var text: String {
        var bytes: [UInt8] = []
        PageAddress.encode(path, keeping: UInt8(ascii: "/"), into: &bytes)
        for (index, item) in query.enumerated() {
            bytes.append(UInt8(ascii: index == 0 ? "?" : "&"))
            PageAddress.encode(item.name, into: &bytes)
            bytes.append(UInt8(ascii: "="))
            PageAddress.encode(item.value, into: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Percent-encodes everything but the unreserved signs of RFC 3986.
    private static func encode(_ text: String, keeping kept: UInt8? = nil, into bytes: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            case kept: bytes.append(byte)
            default:
                bytes.append(UInt8(ascii: "%"))
                Hex.write([byte], into: &bytes)
            }
        }
    }
}

extension PageAddress {
    /// Reads the target of a request; nil for anything but a path with well-formed percent signs, UTF-8 without U+0000,
    /// and at most 64 items.
    init?(target: String) {
        let parts = target.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, first.first == UInt8(ascii: "/"),
            let path = PageAddress.decode(first, plusIsBlank: false)
        else { return nil }
        guard let items = parts.count == 2 ? PageAddress.items(of: parts[1]) : [] else { return nil }
        self.init(path, items)
    }

    /// The items of a query or of a form; nil where they cannot be read.
    static func items(of text: some Collection<UInt8>) -> [Item]? {
        if text.isEmpty { return [] }
        var items: [Item] = []
        for part in text.split(separator: UInt8(ascii: "&")) {
            let sides = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard items.count < 64, let name = sides.first.flatMap({ decode($0, plusIsBlank: true) }),
                let value = sides.count == 2 ? decode(sides[1], plusIsBlank: true) : ""
            else { return nil }
            items.append(Item(name: name, value: value))
        }
        return items
    }

    private static func decode(_ text: some Collection<UInt8>, plusIsBlank: Bool) -> String? {
        var bytes: [UInt8] = []
        var rest = text.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else { return nil }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsBlank: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        guard !bytes.contains(0) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// The last value of a name; nil for none, and for an empty one.
    subscript(name: String) -> String? {
        query.last { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
    }
}
