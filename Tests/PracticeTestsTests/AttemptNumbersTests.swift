import Testing

@testable import PracticeTests

@Suite struct AttemptNumbersTests {
    @Test(
        "a made-up number of an attempt leaves the next one as it is",
        arguments: [
            ([], 0), ([1], 1), ([1, 2, 2, 3], 3), ([3], 3), ([1, 101], 101), ([1, 102], 1), ([999_999], 0),
            ([1, 2, 999_999], 2), ([1, 50, 150, 251], 150),
        ] as [([Int], Int)])
    func latest(numbers: [Int], expected: Int) {
        #expect(AttemptNumbers.latest(numbers) == expected)
    }
}
