import DaybookDomains

extension Console {
    /// Shows how far an exchange is.
    func showProgress(_ step: ExchangeStep) {
        switch step {
        case .checked(let count): showProgress("\(count) events checked")
        case .stored(let count, let total): showProgress("\(count) of \(total) events stored")
        case .written(let count): showProgress("\(count) events written")
        }
    }
}
