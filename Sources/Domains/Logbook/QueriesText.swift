public import EventModel

extension Flight {
    /// "KSJC → KRHV", the one place told, or "Local".
    public var route: String {
        switch (from.nonEmpty, to.nonEmpty) {
        case (let from?, let to?): from + " → " + to
        case (let place?, nil), (nil, let place?): place
        case (nil, nil): "Local"
        }
    }

    /// The words shown beside the route: Solo, Dual, XC, Inst, in this order.
    public var tags: [String] {
        var tags: [String] = []
        if solo == true { tags.append("Solo") }
        if dual == true { tags.append("Dual") }
        if crossCountry == true { tags.append("XC") }
        if instrument == true { tags.append("Inst") }
        return tags
    }

    /// "Duration: 1.5 hrs" from the meter readings, where they tell one.
    public var durationText: String? { hobbsDuration.map { "Duration: \(Digits.tenths($0)) hrs" } }

    /// Whether places, route, tags, remarks or the instructor's number hold the text, ignoring case. An empty text is held by all.
    ///
    /// `signedNumber` is the number of a standing signature, which is shown instead of the entry's own.
    public func matches(_ query: String, signedNumber: String? = nil) -> Bool {
        let query = query.lowercased()
        if query.isEmpty { return true }
        let texts = [from, to, route, remarks, signedNumber ?? cfiNumber].compactMap(\.self) + tags
        return texts.contains { $0.lowercased().contains(query) }
    }
}

extension CivilDate {
    /// The heading of the date's month in the logbook: "February 2026".
    public var monthHeading: String {
        let names = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        let (year, month, _) = components
        return "\(names[month - 1]) \(year)"
    }
}

extension String? {
    fileprivate var nonEmpty: String? { self?.isEmpty == false ? self : nil }
}
