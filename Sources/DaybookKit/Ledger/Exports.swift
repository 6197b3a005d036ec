// A program that uses a ledger needs one import: the vocabulary, the JSON values, the drafts and what all ledgers share
// come with it.
@_exported public import Engine
@_exported public import EventCodec
@_exported public import EventModel
@_exported public import EventSourcing
@_exported public import Shared
