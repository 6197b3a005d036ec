import DaybookDomains

/// The import of files of other logbooks: checked first, then imported, and undone.
extension PageSite {
    /// A file of a logbook has at most so many bytes, and stands in the form of the import in base 64.
    static let uploadMaximum = 12 << 20

    func importForm(_ address: PageAddress) throws -> PageResponse {
        try refusePast(address)
        return try show(now(address)) { ImportPage.make(ImportForm(), try self.secrets($0)) }
    }

    /// Takes the form of the import: checks the file, or imports what was checked.
    func writeImport(_ form: UploadForm, at names: [String]) throws -> PageResponse {
        let secrets = try FormSecrets(form.items)
        return try taking {
            let entered = try ImportForm(form)
            return names == ["import", "save"]
                ? try importFlights(entered) : try checked(entered, secrets, refusal: nil)
        } otherwise: { refusal in
            // A file that cannot be read stays in the form: its columns can be named by hand.
            let entered = (try? ImportForm(form)) ?? ImportForm()  // Without a file there is nothing to keep.
            return try show(PageAddress("/import")) { context in
                ImportPage.make(entered, self.fresh(secrets), refusal: refusal)
            }
        }
    }

    private func fresh(_ secrets: FormSecrets) -> FormSecrets {
        FormSecrets(token: identity.formToken, key: secrets.key)
    }

    private func checked(_ form: ImportForm, _ secrets: FormSecrets, refusal: FormRefusal?) throws -> PageResponse {
        try show(PageAddress("/import")) { context in
            let (source, reading) = try form.read(today: context.ledger.today)
            let outcome = try context.ledger.importFlights(reading, format: source, file: form.file, dryRun: true)
            return ImportPage.make(form, self.fresh(secrets), outcome: outcome, refusal: refusal)
        }
    }

    /// Entries are named by their content: a file that is sent again brings nothing twice.
    private func importFlights(_ form: ImportForm) throws -> PageResponse {
        let outcome = try open(.readWrite) { ledger in
            let (source, reading) = try form.read(today: ledger.today)
            return try ledger.importFlights(reading, format: source, file: form.file)
        }
        let restored = outcome.restored.reduce(0) { $0 + $1.flights }
        let batch = outcome.flights > restored ? outcome.batch : outcome.restored.first?.batch
        guard outcome.flights > 0, let batch else {
            throw FormRefusal(
                code: "import.nothing", message: "All flights of this file are there already.", field: nil)
        }
        return saved("imported", batch)
    }

    func undoImport(_ stream: StreamID, _ items: [PageAddress.Item]) throws -> PageResponse {
        _ = try FormSecrets(items)
        let seen = try SeenRecord(items)
        try naming {
            try open(.readWrite) { ledger in
                let history = try ledger.history(of: stream)?.value
                switch seen.state(history, by: try ledger.principal, isDone: { $0.envelope.type == "batch.undone" }) {
                case .done: return
                case .changed: throw PageSite.changedPage
                case .same: _ = try ledger.undoBatch(stream)
                }
            }
        }
        return saved("undone", stream)
    }
}
