// Written by tools/bank from Tests/Fixtures/vectors/practice-state-pass-marks.csv; do not edit.

extension StateCode {
    static let rows: [Row] = [
        Row(
            "AK", "Alaska", 80,
            WrittenTest(
                questions: 20, correctNeeded: 16,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "AL", "Alabama", 80,
            WrittenTest(
                questions: 30, correctNeeded: 24,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "AR", "Arkansas", 80,
            WrittenTest(
                questions: 25, correctNeeded: 20,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "AZ", "Arizona", 80,
            WrittenTest(
                questions: 30, correctNeeded: 24,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "CA", "California", 83,
            WrittenTest(
                questions: 46, correctNeeded: 38,
                note: "From the age of 18 it is 30 of 36 questions.",
                source: "https://freedmvtest.com/california/guides/adult-vs-teen-test.html")),
        Row(
            "CO", "Colorado", 80,
            WrittenTest(
                questions: 25, correctNeeded: 20,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "CT", "Connecticut", 80,
            WrittenTest(
                questions: 25, correctNeeded: 20,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "DE", "Delaware", 80,
            WrittenTest(
                questions: 30, correctNeeded: 24,
                source: "https://dmv-permit-test.com/delaware/practice-test-13.html")),
        Row(
            "FL", "Florida", 80,
            WrittenTest(
                questions: 50, correctNeeded: 40,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "GA", "Georgia", 75,
            WrittenTest(
                questions: 40, correctNeeded: 30,
                note: "It has two parts: 15 of 20 questions on signs and 15 of 20 on rules.",
                source: "https://driving-tests.org/georgia/georgia-permit-practice-test-2/")),
        Row(
            "HI", "Hawaii", 80,
            WrittenTest(
                questions: 30, correctNeeded: 24,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "IA", "Iowa", 80,
            WrittenTest(
                questions: 35, correctNeeded: 28,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "ID", "Idaho", 85,
            WrittenTest(
                questions: 40, correctNeeded: 34,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "IL", "Illinois", 80,
            WrittenTest(
                questions: 35, correctNeeded: 28,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "IN", "Indiana", 84,
            WrittenTest(
                questions: 50, correctNeeded: 42,
                note: "It has two parts: 28 of 34 questions on rules and 14 of 16 on signs.",
                source: "https://drivepassapp.com/tests/indiana")),
        Row(
            "KS", "Kansas", 80,
            WrittenTest(
                questions: 25, correctNeeded: 20,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "KY", "Kentucky", 80,
            WrittenTest(
                questions: 40, correctNeeded: 32,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "LA", "Louisiana", 80,
            WrittenTest(
                questions: 40, correctNeeded: 32,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "MA", "Massachusetts", 72,
            WrittenTest(
                questions: 25, correctNeeded: 18,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "MD", "Maryland", 88,
            WrittenTest(
                questions: 25, correctNeeded: 22,
                source: "https://legalclarity.org/how-many-questions-are-on-the-permit-test-in-md")),
        Row(
            "ME", "Maine", 80,
            WrittenTest(
                questions: 30, correctNeeded: 24,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "MI", "Michigan", 80,
            WrittenTest(
                questions: 50, correctNeeded: 40,
                source: "https://www.dmv-written-test.com/michigan/practice-test-1.html")),
        Row(
            "MN", "Minnesota", 80,
            WrittenTest(
                questions: 40, correctNeeded: 32,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "MO", "Missouri", 80,
            WrittenTest(
                questions: 25, correctNeeded: 20,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "MS", "Mississippi", 80,
            WrittenTest(
                questions: 30, correctNeeded: 24,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "MT", "Montana", 82,
            WrittenTest(
                questions: 33, correctNeeded: 27,
                source: "https://dmv-permit-test.com/montana/practice-test-14.html")),
        Row(
            "NC", "North Carolina", 80,
            WrittenTest(
                questions: 25, correctNeeded: 20,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "ND", "North Dakota", 80,
            WrittenTest(
                questions: 25, correctNeeded: 20,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "NE", "Nebraska", 80,
            WrittenTest(
                questions: 25, correctNeeded: 20,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "NH", "New Hampshire", 80,
            WrittenTest(
                questions: 40, correctNeeded: 32,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "NJ", "New Jersey", 80,
            WrittenTest(
                questions: 50, correctNeeded: 40,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "NM", "New Mexico", 72,
            WrittenTest(
                questions: 25, correctNeeded: 18,
                source: "https://www.dmv-written-test.com/new-mexico/practice-test-1.html")),
        Row(
            "NV", "Nevada", 80,
            WrittenTest(
                questions: 50, correctNeeded: 40,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "NY", "New York", 70,
            WrittenTest(
                questions: 20, correctNeeded: 14,
                note: "At least 2 of its 4 questions on signs have to be right.",
                source: "https://legalclarity.org/how-many-questions-are-on-the-permit-test-in-ny")),
        Row(
            "OH", "Ohio", 75,
            WrittenTest(
                questions: 40, correctNeeded: 30,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "OK", "Oklahoma", 80,
            WrittenTest(
                questions: 50, correctNeeded: 40,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "OR", "Oregon", 80,
            WrittenTest(
                questions: 35, correctNeeded: 28,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "PA", "Pennsylvania", 83,
            WrittenTest(
                questions: 18, correctNeeded: 15,
                source: "https://pa.gov/en/agencies/dmv/driver-services/pennsylvania-drivers-manual/"
                    + "online-drivers-manual/testing.html")),
        Row(
            "RI", "Rhode Island", 80,
            WrittenTest(
                questions: 25, correctNeeded: 20,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "SC", "South Carolina", 80,
            WrittenTest(
                questions: 30, correctNeeded: 24,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "SD", "South Dakota", 80,
            WrittenTest(
                questions: 25, correctNeeded: 20,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "TN", "Tennessee", 80,
            WrittenTest(
                questions: 30, correctNeeded: 24,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "TX", "Texas", 70,
            WrittenTest(
                questions: 30, correctNeeded: 21,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "UT", "Utah", 80,
            WrittenTest(
                questions: 50, correctNeeded: 40,
                source: "https://driversprep.com/video-study-for-your-utah-written-knowledge-test/")),
        Row(
            "VA", "Virginia", 80,
            WrittenTest(
                questions: 40, correctNeeded: 34,
                note: "It has two parts: 10 of 10 questions on signs and then 24 of 30.",
                source: "https://drivepassapp.com/tests/virginia")),
        Row(
            "VT", "Vermont", 80,
            WrittenTest(
                questions: 20, correctNeeded: 16,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "WA", "Washington", 80,
            WrittenTest(
                questions: 40, correctNeeded: 32,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "WI", "Wisconsin", 80,
            WrittenTest(
                questions: 50, correctNeeded: 40,
                source: "https://driversprep.com/united-states-permit-and-license-passing-scores/")),
        Row(
            "WV", "West Virginia", 76,
            WrittenTest(
                questions: 25, correctNeeded: 19,
                source: "https://drivepassapp.com/tests/west-virginia")),
        Row(
            "WY", "Wyoming", 80,
            WrittenTest(
                questions: 25, correctNeeded: 20,
                source: "https://dmvaceapp.com/wyoming-dmv-practice-test/")),
    ]
}
