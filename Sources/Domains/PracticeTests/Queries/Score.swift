/// The score of a number of right answers.
public enum Score {
    /// The whole percents of a share, half up; 0 of nothing. Both numbers are from 0.
    package static func percent(_ part: Int, of whole: Int) -> Int {
        whole == 0 ? 0 : (200 * part + whole) / (2 * whole)
    }

    /// Whether a test is passed with so many right answers out of so many, by a pass mark in percent: the mark is never
    /// rounded down.
    package static func isPassed(_ right: Int, of questions: Int, markPercent: Int) -> Bool {
        right * 100 >= questions * markPercent
    }
}
