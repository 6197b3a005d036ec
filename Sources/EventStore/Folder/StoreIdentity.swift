/// Which file a store is, whatever its name.
package struct StoreIdentity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
}
