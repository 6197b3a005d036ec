extension EndorsementTemplate {
    /// The texts that the program has, in the order of the appendix.
    public static let all = practicalTests + students + certificates + instructors + reviews

    /// Before a practical test.
    private static let practicalTests: [EndorsementTemplate] = [
        .init(
            "A.1", "Prerequisites for practical test", "14 CFR § 61.39(a)(6)(i) and (ii)", .practicalTest,
            """
            I certify that [First name, MI, Last name] has received and logged training time within 2 calendar months \
            preceding the month of application in preparation for the practical test and they are prepared for the \
            required practical test for the issuance of [applicable] certificate.
            """, renaming: ["applicable": "certificate"]),
        .init(
            "A.2",
            "Review of deficiencies identified on airman knowledge test",
            "14 CFR § 61.39(a)(6)(iii)", .practicalTest,
            """
            I certify that [First name, MI, Last name] has demonstrated satisfactory knowledge of the subject areas \
            in which they were deficient on the [applicable] airman knowledge test.
            """, renaming: ["applicable": "test"]),
    ]

    /// Student pilots.
    private static let students: [EndorsementTemplate] = [
        .init(
            "A.3", "Pre-solo aeronautical knowledge", "14 CFR § 61.87(b)", .other,
            """
            I certify that [First name, MI, Last name] has satisfactorily completed the pre-solo knowledge test of 14 \
            CFR § 61.87(b) for the [make and model (M/M)] aircraft.
            """),
        .init(
            "A.4", "Pre-solo flight training", "14 CFR § 61.87(c)(1) and (2)", .other,
            """
            I certify that [First name, MI, Last name] has received and logged pre-solo flight training for the \
            maneuvers and procedures that are appropriate to the [M/M] aircraft. I have determined they have \
            demonstrated satisfactory proficiency and safety on the maneuvers and procedures required by 14 CFR § \
            61.87 in this or similar make and model of aircraft to be flown.
            """),
        .init(
            "A.5", "Pre-solo flight training at night", "14 CFR § 61.87(o)", .other,
            """
            I certify that [First name, MI, Last name] has received flight training at night on night flying \
            procedures that include takeoffs, approaches, landings, and go-arounds at night at the [airport name] \
            airport where the solo flight will be conducted; navigation training at night in the vicinity of the \
            [airport name] airport where the solo flight will be conducted. This endorsement expires 90 calendar days \
            from the date the flight training at night was received.
            """),
        .init(
            "A.6", "Solo flight (first 90-calendar-day period)", "14 CFR § 61.87(n)", .solo,
            """
            I certify that [First name, MI, Last name] has received the required training to qualify for solo flying. \
            I have determined they meet the applicable requirements of 14 CFR § 61.87(n) and are proficient to make \
            solo flights in [M/M].
            """),
        .init(
            "A.7", "Solo flight (each additional 90-calendar-day period)", "14 CFR § 61.87(p)", .solo,
            """
            I certify that [First name, MI, Last name] has received the required training to qualify for solo flying. \
            I have determined that they meet the applicable requirements of 14 CFR § 61.87(p) and are proficient to \
            make solo flights in [M/M].
            """),
        .init(
            "A.8",
            "Solo takeoffs and landings at another airport within 25 nautical miles (NM)",
            "14 CFR § 61.93(b)(1)", .other,
            """
            I certify that [First name, MI, Last name] has received the required training of 14 CFR § 61.93(b)(1). I \
            have determined that they are proficient to practice solo takeoffs and landings at [airport name]. The \
            takeoffs and landings at [airport name] are subject to the following conditions: [List any applicable \
            conditions or limitations.]
            """),
        .init(
            "A.9", "Solo cross-country flight", "14 CFR § 61.93(c)(1) and (2)", .soloCrossCountry,
            """
            I certify that [First name, MI, Last name] has received the required solo cross-country training. I find \
            they have met the applicable requirements of 14 CFR § 61.93 and are proficient to make solo cross-country \
            flights in a [M/M] aircraft, [aircraft category].
            """),
        .init(
            "A.10", "Solo cross-country flight", "14 CFR § 61.93(c)(3)", .soloCrossCountry,
            """
            I have reviewed the cross-country planning of [First name, MI, Last name]. I find the planning and \
            preparation to be correct to make the solo flight from [origination airport] to [origination airport] via \
            [route of flight] with landings at [names of the airports] in a [M/M] aircraft on [date]. [List any \
            applicable conditions or limitations.]
            """),
        .init(
            "A.11",
            "Repeated solo cross-country flights not more than 50 NM from the point of departure",
            "14 CFR § 61.93(b)(2)", .soloCrossCountry,
            """
            I certify that [First name, MI, Last name] has received the required training in both directions between \
            and at both [airport names]. I have determined that they are proficient of 14 CFR § 61.93(b)(2) to \
            conduct repeated solo cross-country flights over that route, subject to the following conditions: [List \
            any applicable conditions or limitations.]
            """),
        .init(
            "A.12", "Solo flight in Class B airspace", "14 CFR § 61.95(a)", .other,
            """
            I certify that [First name, MI, Last name] has received the required training of 14 CFR § 61.95(a). I \
            have determined they are proficient to conduct solo flights in [name of Class B] airspace. [List any \
            applicable conditions or limitations.]
            """),
        .init(
            "A.13",
            "Solo flight to, from, or at an airport located in Class B airspace",
            "14 CFR §§ 61.95(b) and 91.131(b)(1)", .other,
            """
            I certify that [First name, MI, Last name] has received the required training of 14 CFR § 61.95(b)(1). I \
            have determined that they are proficient to conduct solo flight operations at [name of airport]. [List \
            any applicable conditions or limitations.]
            """),
        .init(
            "A.15", "Solo flight in Class B, C, and D airspace", "14 CFR § 61.94(a)", .other,
            """
            I certify that [First name, MI, Last name] has received the required training of 14 CFR § 61.94(a). I \
            have determined they are proficient to conduct solo flights in [name of Class B, C, or D] airspace and \
            authorized to operate to, from, through, and at [name of airport]. [List any applicable conditions or \
            limitations.]
            """),
        .init(
            "A.16",
            """
            Solo flight to, from, or at an airport located in Class B, C, or D airspace or at an airport having an \
            operational control tower
            """,
            "14 CFR §§ 61.94(a) and 91.131(b)(1)", .other,
            """
            I certify that [First name, MI, Last name] has received the required training of 14 CFR § 61.94(a)(1). I \
            have determined that they are proficient to conduct solo flight operations at [name of airport located in \
            Class B, C, or D airspace or an airport having an operational control tower]. [List any applicable \
            conditions or limitations.]
            """),
    ]

    /// Private and commercial pilots, instrument rating.
    private static let certificates: [EndorsementTemplate] = [
        .init(
            "A.36", "Aeronautical knowledge test", "14 CFR §§ 61.35(a)(1), 61.103(d), and 61.105", .knowledgeTest,
            """
            I certify that [First name, MI, Last name] has received the required training in accordance with 14 CFR § \
            61.105. I have determined they are prepared for the [name of] knowledge test.
            """),
        .init(
            "A.37", "Flight proficiency/practical test", "14 CFR §§ 61.103(f), 61.107(b), and 61.109", .practicalTest,
            """
            I certify that [First name, MI, Last name] has received the required training in accordance with 14 CFR \
            §§ 61.107 and 61.109. I have determined they are prepared for the [name of] practical test.
            """),
        .init(
            "A.38", "Aeronautical knowledge test", "14 CFR §§ 61.35(a)(1), 61.123(c), and 61.125", .knowledgeTest,
            """
            I certify that [First name, MI, Last name] has received the required training of 14 CFR § 61.125. I have \
            determined that they are prepared for the [name of] knowledge test.
            """),
        .init(
            "A.39", "Flight proficiency/practical test", "14 CFR §§ 61.123(e), 61.127, and 61.129", .practicalTest,
            """
            I certify that [First name, MI, Last name] has received the required training of 14 CFR §§ 61.127 and \
            61.129. I have determined that they are prepared for the [name of] practical test.
            """),
        .init(
            "A.42", "Aeronautical knowledge test", "14 CFR §§ 61.35(a)(1) and 61.65(a) and (b)", .knowledgeTest,
            """
            I certify that [First name, MI, Last name] has received the required training of 14 CFR § 61.65(b). I \
            have determined that they are prepared for the Instrument–[airplane, helicopter, or powered-lift] \
            knowledge test.
            """),
        .init(
            "A.43", "Flight proficiency/practical test", "14 CFR § 61.65(a)(6)", .practicalTest,
            """
            I certify that [First name, MI, Last name] has received the required training of 14 CFR § 61.65(c) and \
            (d). I have determined they are prepared for the Instrument–[airplane, helicopter, or powered-lift] \
            practical test.
            """),
        .init(
            "A.44", "Prerequisites for instrument practical tests", "14 CFR § 61.39(a)", .practicalTest,
            """
            I certify that [First name, MI, Last name] has received and logged the required flight time/training of \
            14 CFR § 61.39(a) in preparation for the practical test within 2 calendar months preceding the date of \
            the test and has satisfactory knowledge of the subject areas in which they were shown to be deficient by \
            the FAA Airman Knowledge Test Report. I have determined they are prepared for the Instrument–[airplane, \
            helicopter, or powered-lift] practical test.
            """),
    ]

    /// Flight instructors.
    private static let instructors: [EndorsementTemplate] = [
        .init(
            "A.45", "Fundamentals of instructing knowledge test", "14 CFR § 61.183(d)", .knowledgeTest,
            """
            I certify that [First name, MI, Last name] has received the required fundamentals of instruction training \
            of 14 CFR § 61.185(a)(1). I have determined that they are prepared for the Fundamentals of Instructing \
            knowledge test.
            """),
        .init(
            "A.46", "Flight instructor aeronautical knowledge test", "14 CFR § 61.183(f)", .knowledgeTest,
            """
            I certify that [First name, MI, Last name] has received the required training of 14 CFR § 61.185(a)[(2) \
            or (3) (as appropriate to the flight instructor rating sought)]. I have determined that they are prepared \
            for the [name of] knowledge test.
            """),
        .init(
            "A.47",
            "Flight instructor ground and flight proficiency/practical test",
            "14 CFR § 61.183(g)", .practicalTest,
            """
            I certify that [First name, MI, Last name] has received the required training of 14 CFR § 61.187(b). I \
            have determined that they are prepared for the certificated flight instructor – [aircraft category and \
            class] practical test.
            """),
        .init(
            "A.48",
            "Flight instructor certificate with instrument–(category/class) rating/practical test",
            "14 CFR §§ 61.183(g) and 61.187(a) and (b)(7)", .practicalTest,
            """
            I certify that [First name, MI, Last name] has received the required certificated flight instructor - \
            instrument training of 14 CFR § 61.187(b)(7). I have determined they are prepared for the certificated \
            flight instructor - instrument–[airplane, helicopter, or powered-lift] practical test.
            """),
        .init(
            "A.49", "Spin training", "14 CFR § 61.183(i)(1)", .other,
            """
            I certify that [First name, MI, Last name] has received the required training of 14 CFR § 61.183(i) in \
            [an airplane, a glider]. I have determined that they are competent and possess instructional proficiency \
            in stall awareness, spin entry, spins, and spin recovery procedures.
            """),
    ]

    /// Reviews, and aircraft that need an endorsement.
    private static let reviews: [EndorsementTemplate] = [
        .init(
            "A.69", "Completion of a flight review", "14 CFR § 61.56(a) and (c)", .other,
            """
            I certify that [First name, MI, Last name], [grade of pilot certificate], [certificate number], has \
            satisfactorily completed a flight review of 14 CFR § 61.56(a) on [date].
            """),
        .init(
            "A.71", "Completion of an instrument proficiency check (IPC)", "14 CFR § 61.57(d)", .other,
            """
            I certify that [First name, MI, Last name], [grade of pilot certificate], [certificate number], has \
            satisfactorily completed the instrument proficiency check of 14 CFR § 61.57(d) in a [M/M] aircraft on \
            [date].
            """),
        .init(
            "A.72", "To act as PIC in a complex airplane", "14 CFR § 61.31(e)", .complex,
            """
            I certify that [First name, MI, Last name], [grade of pilot certificate], [certificate number], has \
            received the required training of 14 CFR § 61.31(e) in a [M/M] complex airplane. I have determined that \
            they are proficient in the operation and systems of a complex airplane.
            """),
        .init(
            "A.73", "To act as PIC in a high-performance airplane", "14 CFR § 61.31(f)", .highPerformance,
            """
            I certify that [First name, MI, Last name], [grade of pilot certificate], [certificate number], has \
            received the required training of 14 CFR § 61.31(f) in a [M/M] high-performance airplane. I have \
            determined that they are proficient in the operation and systems of a high-performance airplane.
            """),
        .init(
            "A.74",
            "To act as PIC in a pressurized aircraft capable of high-altitude operations",
            "14 CFR § 61.31(g)", .pressurized,
            """
            I certify that [First name, MI, Last name], [grade of pilot certificate], [certificate number], has \
            received the required training of 14 CFR § 61.31(g) in a [M/M] pressurized aircraft. I have determined \
            that they are proficient in the operation and systems of a pressurized aircraft.
            """),
        .init(
            "A.75", "To act as PIC in a tailwheel airplane", "14 CFR § 61.31(i)", .tailwheel,
            """
            I certify that [First name, MI, Last name], [grade of pilot certificate], [certificate number], has \
            received the required training of 14 CFR § 61.31(i) in a [M/M] of tailwheel airplane. I have determined \
            that they are proficient in the operation of a tailwheel airplane.
            """),
        .init(
            "A.76",
            """
            To act as PIC of an aircraft in solo operations when the pilot does not hold an appropriate \
            category/class rating
            """,
            "14 CFR § 61.31(d)(2)", .other,
            """
            I certify that [First name, MI, Last name] has received the training as required by 14 CFR § 61.31(d)(2) \
            to serve as a pilot in command in a [specific category and class] of aircraft. I have determined that \
            they are prepared to solo that [M/M] aircraft. Limitations: [optional].
            """),
        .init(
            "A.77", "Retesting after failure of a knowledge or practical test", "14 CFR § 61.49", .other,
            """
            I certify that [First name, MI, Last name] has received the additional [flight and/or ground, as \
            appropriate] training as required by 14 CFR § 61.49. I have determined that they are proficient to pass \
            the [name of] knowledge/practical test.
            """),
    ]
}
