// A program that uses a ledger needs one import. It brings the vocabulary, and those types of the modules below that
// the calls of a ledger take and return.
@_exported public import struct Engine.AppendCondition
@_exported public import struct Engine.AppendReceipt
@_exported public import struct Engine.DraftRefusal
@_exported public import struct Engine.EraseTarget
@_exported public import struct Engine.EventDraft
@_exported public import struct EventCodec.Envelope
@_exported public import struct EventCodec.EventFlags
@_exported public import enum EventCodec.FieldKind
@_exported public import enum EventCodec.JSONValue
@_exported public import struct EventCodec.LogName
@_exported public import EventModel
@_exported public import struct EventSourcing.DayLedgerDefinition
@_exported public import struct EventSourcing.DayTable
@_exported public import struct EventSourcing.Domain
@_exported public import struct EventSourcing.EventOutcome
@_exported public import struct EventSourcing.HeldNotice
@_exported public import struct EventSourcing.NoticeCandidate
@_exported public import enum EventSourcing.NoticeGate
@_exported public import enum EventSourcing.Outcome
@_exported public import enum EventSourcing.OutcomeReason
@_exported public import struct EventSourcing.SentNotice
@_exported public import enum Shared.NoticePermission
@_exported public import struct Shared.SettingName
