import EventSourcing
import PracticeTests
import Testing

@Suite struct PracticeTestsDomainTests {
    @Test func itsProfileHasAStreamOfItsOwn() { #expect(["water", "quiz"].contains(PracticeTestsDomain.profile.id)) }
}
