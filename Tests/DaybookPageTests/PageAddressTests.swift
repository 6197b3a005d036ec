import Testing

@testable import DaybookPage

@Suite struct PageAddressTests {
    @Test(
        "an address is read as it was written", arguments: ["KSJC", "a b&c=d", "50%+1", "é ü \u{202E}", "\"'<>", "/?#"])
    func roundTrip(text: String) {
        let address = PageAddress("/logbook", [.init(name: "q", value: text), .init(name: "on", value: "2026-02-10")])
        #expect(PageAddress(target: address.text) == address)
    }

    @Test(
        "what is no address of the page is refused",
        arguments: [
            "", "logbook", "http://evil.example/", "/%", "/%0", "/%zz", "/%00", "/a%00b", "/?q=%00", "/?q=%C3", "/%FF",
            "/?" + String(repeating: "a=b&", count: 65),
        ])
    func malformed(target: String) { #expect(PageAddress(target: target) == nil) }

    @Test("the last value of a name counts, and an empty one is none") func items() {
        let address = PageAddress(target: "/?on=a&on=b&known=")
        #expect(address?["on"] == "b" && address?["known"] == nil && address?["q"] == nil)
        #expect(address?.setting("on", "c").text == "/?known=&on=c")
        #expect(address?.setting("on", nil).text == "/?known=")
    }

    @Test("a plus sign is a blank in a query and itself in a path") func plus() {
        #expect(PageAddress(target: "/a+b?q=a+b") == PageAddress("/a+b", [.init(name: "q", value: "a b")]))
    }
}
