import DaybookDomains

/// A page without its frame.
struct PageView {
    /// A place of the page that the navigation names.
    enum Section: String, CaseIterable {
        case currency = "Currency"
        case logbook = "Logbook"
        case progress = "Progress"
        case alarms = "Alarms"
        case water = "Water"
        case practice = "Practice"
        case ledger = "Ledger"
        case changes = "What changed"
        case help = "Keys"

        var path: String {
            switch self {
            case .currency: "/"
            case .logbook: "/logbook"
            case .progress: "/progress"
            case .alarms: "/alarms"
            case .water: "/water"
            case .practice: "/practice"
            case .ledger: "/ledger"
            case .changes: "/changes"
            case .help: "/help"
            }
        }

        /// The key that leads there behind `g`.
        var key: String {
            switch self {
            case .currency: "c"
            case .logbook: "l"
            case .progress: "p"
            case .alarms: "a"
            case .water: "h"
            case .practice: "t"
            case .ledger: "e"
            case .changes: "w"
            case .help: "k"
            }
        }
    }

    var status = 200
    let title: String
    let section: Section
    /// Where an answer of this page may have changed, ascending: the steps of its slider.
    var marks: [Position] = []
    /// Whether it is filled in: it is of now, and has no times to choose.
    var isForm = false
    /// Whether the script of forms makes it smoother.
    var hasForms: Bool { isForm || isCopied }
    /// Whether something of it can be copied.
    var isCopied = false
    /// Whether it shows work in progress: without a script, the browser asks for it again.
    var isInProgress = false
    let content: HTML
}
