import DaybookDomains

/// The presets, and the form of another drink.
enum AddDrink {
    static func add(
        _ sent: WaterPage.Sent?, _ unit: WaterSettings.Unit, _ context: PageContext, to content: inout HTML
    ) {
        let secrets = FormSecrets(token: context.formToken, key: context.ledger.newID())
        content.element(.form, .class("presets"), .named("method", "post"), .named("action", "/water/add")) {
            content in
            secrets.add(to: &content)
            for preset in DrinkPreset.all {
                content.element(.button, .named("name", "preset"), .named("value", preset.name)) { content in
                    content.text("\(preset.name) \(WaterUnits.text(preset.volumeMl, unit))")
                }
            }
        }
        // A form that was refused keeps its key: it was not taken.
        addOther(sent, FormSecrets(token: context.formToken, key: sent?.key ?? context.ledger.newID()), unit, &content)
    }

    private static func addOther(
        _ sent: WaterPage.Sent?, _ secrets: FormSecrets, _ unit: WaterSettings.Unit, _ content: inout HTML
    ) {
        let (form, refusal) = (sent?.form ?? DrinkForm(), sent?.refusal)
        let isOfTime = refusal.map { $0.code.hasPrefix("date") || $0.code.hasPrefix("time") } ?? false
        content.element(.h2, text: "Another drink")
        if let refusal {
            content.element(.div, .class("refusal"), .named("role", "alert")) { content in
                content.element(.p, .class("warning")) { content in
                    content.element(.a, .named("href", isOfTime ? "#at" : "#volume")) { $0.isolated(refusal.message) }
                }
                content.element(.p, text: "Nothing was written.")
            }
        }
        content.element(.form, .class("drink"), .named("method", "post"), .named("action", "/water/add")) { content in
            secrets.add(to: &content)
            content.element(.label, .named("for", "kind"), text: "Drink")
            content.element(.select, .named("name", "kind"), .id("kind")) { content in
                for kind in Drink.Kind.allCases {
                    content.element(
                        .option, .named("value", kind.rawValue), .flag("selected", kind == form.kind), text: kind.title)
                }
            }
            content.element(.label, .named("for", "volume"), text: "Volume (\(unit == .ml ? "mL" : "oz"))")
            content.element(
                .input, .named("type", "text"), .named("name", "volume"), .id("volume"), .named("value", form.volume),
                .named("inputmode", "decimal"), .named("autocomplete", "off"),
                refusal == nil || isOfTime ? nil : .named("aria-invalid", "true"),
                .flag("autofocus", refusal != nil && !isOfTime))
            content.element(.label, .named("for", "at"), text: "When (empty: now)")
            content.element(
                .input, .named("type", "datetime-local"), .named("name", "at"), .id("at"), .named("value", form.at),
                isOfTime ? .named("aria-invalid", "true") : nil, .flag("autofocus", isOfTime))
            // The Enter key sends the first button.
            content.element(.button, text: "Add")
            content.element(.button, .named("name", "do"), .named("value", "count"), text: "What does it count for?")
        }
        // Only for a volume that can be read.
        if let sent, sent.refusal == nil, let (kind, volume) = try? sent.form.drink(in: unit) {
            let counted = WaterUnits.text(kind.effective(ofMl: volume.ml), unit)
            content.element(
                .p, .class("saved"), .id("counts"), .named("role", "status"),
                text: "\(volume.text(in: unit)) \(kind.title) would count for \(counted). Nothing was written.")
        }
    }
}
