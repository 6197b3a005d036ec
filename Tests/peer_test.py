"""`daybook peer` and those who can send it bytes: strangers, programs without a proof, the owner's own devices."""
import io
import os
import subprocess
import sys
import time
import unittest
from pathlib import Path

import cbor2
import program_case
import sync_case
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

sys.path.insert(0, str(program_case.ROOT / "Tests" / "Forging"))
import forging

CHALLENGE, PROOF, HELLO, ANSWER, PUSH, REFUSED = 11, 12, 1, 2, 7, 9
UNPROVEN = "The asking side has not proved a person with whom the other side exchanges. Nothing was exchanged."
EARLIER = "The asking side runs an earlier version of daybook, which proves no person."


def message(kind, header, cargo=b""):
    return bytes([kind]) + len(header).to_bytes(4, "big") + header + cargo


def hello(principal, folded=0):
    return message(HELLO, cbor2.dumps([1, principal, [], folded, None, None]))


class Peer:
    """A running `daybook peer` that is spoken with as docs/sync.md says."""

    def __init__(self, case, ledger, *options, **variables):
        self.process = subprocess.Popen(
            [case.program, "peer", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=case.variables(ledger) | variables)
        case.addCleanup(self.close)

    def close(self):
        self.process.kill()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                pipe.close()
            except BrokenPipeError:
                pass
        self.process.wait()

    def say(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def hear(self):
        """The kind and the header of the next message; None at the end."""
        start = self.process.stdout.read(5)
        if not start:
            return None
        return start[0], cbor2.loads(self.process.stdout.read(int.from_bytes(start[1:], "big")))

    def prove(self, key):
        """Answers its challenge with a key; what it says to that."""
        nonce = os.urandom(32)
        self.say(message(CHALLENGE, cbor2.dumps([2, nonce])))
        kind, (version, theirs) = self.hear()
        assert (kind, version, len(theirs)) == (CHALLENGE, 2, 32)
        self.words = nonce + theirs
        self.say(message(PROOF, cbor2.dumps([key.sign(b"daybook/peer/2\x01" + self.words)])))
        return self.hear()

    def end(self):
        """Its status and what it writes to standard error."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        error = self.process.stderr.read().decode()
        return self.process.wait(timeout=60), error


class PeerTest(sync_case.SyncCase):
    def setUp(self):
        super().setUp()
        self.make("desk")
        self.log("desk")
        self.owner = forging.Key.of_ledger(self.path("desk"))

    def files(self):
        """The files of the ledger with their bytes; reading registers in lock.mdb."""
        folder = Path(self.path("desk"))
        files = [path for path in folder.rglob("*") if path.is_file() and path.name != "lock.mdb"]
        return {str(path): path.read_bytes() for path in files}

    def assert_silent_of_the_owner(self, *outputs):
        stats = self.answer("desk", "stats")
        log = self.answer("desk", "frontier")["origins"][0]
        names = [stats["principal"], log["origin"], self.owner.public.hex()]
        self.assertEqual(len(stats["principal"]), 32)
        for output in outputs:
            for name in names:
                self.assertNotIn(name[:12], output.hex() if isinstance(output, bytes) else output)

    def answered(self, *said):
        done = subprocess.run(
            [self.program, "peer"], input=b"".join(said), capture_output=True, env=self.variables("desk"), check=False)
        self.assert_silent_of_the_owner(done.stdout, done.stderr.decode())
        return done

    def refusals(self, output):
        """The messages of an output, of which each is a challenge or a refusal."""
        stream, found = io.BytesIO(output), []
        while start := stream.read(5):
            self.assertIn(start[0], (CHALLENGE, REFUSED))
            header = cbor2.loads(stream.read(int.from_bytes(start[1:], "big")))
            if start[0] == REFUSED:
                found.append(header)
        return found

    def test_a_hello_without_a_proof_learns_nothing_and_does_nothing(self):
        """Nobody's hello got the owner's id and every log; a second one, with that id, got every event."""
        before = self.files()
        for said in (hello(bytes(16)), hello(self.owner.principal)):
            done = self.answered(said)
            self.assertEqual((done.returncode, self.refusals(done.stdout)), (65, [["sync.earlier", EARLIER]]))
            self.assertEqual(
                done.stderr.decode(),
                f"error: {EARLIER}\nhint: Nothing was exchanged. Update daybook on the asking side.\n")
        self.assertEqual(self.files(), before)

    def test_odd_first_bytes_are_answered_with_a_code(self):
        unread, ended = "sync.unreadable", "sync.ended"
        challenge = message(CHALLENGE, cbor2.dumps([2, bytes(32)]))
        cases = [
            (hello(self.owner.principal, 2**64 - 1), "sync.earlier"),
            (hello(self.owner.principal, 2**63), "sync.earlier"), (hello(self.owner.principal, 5), "sync.earlier"),
            (b"\x09junkjunk", unread), (b"junk", ended), (b"junkjunk", unread),
            (b"\x01\xff\xff\xff\xff", "sync.earlier"), (b"\x0b\xff\xff\xff\xff", unread),
            (b"\x0b\x00\x00\x04\x01", unread),
            (b"", ended), (b"\x0b", ended), (message(CHALLENGE, b"\x9b" + b"\xff" * 8), unread),
            (message(CHALLENGE, cbor2.dumps([3, bytes(32)])), "sync.earlier"),
            (message(CHALLENGE, cbor2.dumps([2, bytes(31)])), unread), (challenge, ended),
            (challenge + message(PROOF, cbor2.dumps([bytes(64)])), "peer.unproven"),
            (challenge + message(PUSH, b"\x80"), "sync.earlier"),
        ]
        for said, code in cases:
            done = self.answered(said)
            self.assertEqual([refusal[0] for refusal in self.refusals(done.stdout)], [code], said)
            self.assertEqual(done.returncode, 1 if code == "peer.unproven" else 65, said)

    def test_a_push_of_a_stranger_is_cut_off_at_once(self):
        """182 MB of a stranger were written into the ledger's folder before he was refused."""
        before = self.files()
        push = bytes([PUSH]) + (200 << 20).to_bytes(4, "big")
        for proof in (False, True):
            peer = Peer(self, "desk")
            if proof:
                self.assertEqual(peer.prove(forging.Key()), (REFUSED, ["peer.unproven", UNPROVEN]))
            sent = 0
            try:
                peer.say(push)
                while sent < 64 << 20:
                    peer.say(bytes(1 << 16))
                    sent += 1 << 16
            except BrokenPipeError:
                pass
            # The rest lies in the pipe, unread.
            self.assertLess(sent, 1 << 20)
            status, error = peer.end()
            self.assertEqual(status, 1 if proof else 65)
            self.assert_silent_of_the_owner(error)
            self.assertEqual(self.files(), before)

    def test_a_key_that_is_not_known_proves_nothing(self):
        peer = Peer(self, "desk")
        self.assertEqual(peer.prove(forging.Key()), (REFUSED, ["peer.unproven", UNPROVEN]))
        self.assertEqual(
            peer.end(),
            (1, f"error: {UNPROVEN}\nhint: A second device of yours joins with \"daybook init --join FILE\". "
             "The ledgers of two persons exchange once both hold a signed link; "
             "a bundle brings it (\"daybook bundle export FILE\").\n"))

    def test_the_owners_key_opens_and_the_other_side_proves_itself(self):
        peer = Peer(self, "desk")
        kind, (signature,) = peer.prove(self.owner)
        self.assertEqual(kind, PROOF)
        Ed25519PublicKey.from_public_bytes(self.owner.public).verify(signature, b"daybook/peer/2\x02" + peer.words)
        peer.say(hello(self.owner.principal))
        kind, items = peer.hear()
        self.assertEqual((kind, items[0].hex()), (ANSWER, self.answer("desk", "stats")["principal"]))

    def test_who_proved_one_person_is_not_taken_for_another(self):
        self.make("guest")
        self.log("guest")
        self.run_program("desk", "merge", self.path("guest"), "--choose", "both")
        guest = forging.Key.of_ledger(self.path("guest"))
        peer = Peer(self, "desk")
        self.assertEqual(peer.prove(guest)[0], PROOF)
        peer.say(hello(self.owner.principal))
        self.assertEqual(peer.hear(), (REFUSED, ["peer.unproven", UNPROVEN]))
        self.assertEqual(peer.end()[0], 1)
        peer = Peer(self, "desk")
        self.assertEqual(peer.prove(guest)[0], PROOF)
        peer.say(hello(guest.principal))
        self.assertEqual(peer.hear()[0], ANSWER)
        # After the end of the link he gets that word and nothing else, once he has proved himself.
        self.run_program("desk", "link", "end", guest.principal.hex())
        peer = Peer(self, "desk")
        self.assertEqual(peer.prove(guest)[0], PROOF)
        peer.say(hello(guest.principal))
        kind, (code, text) = peer.hear()
        self.assertEqual((kind, code), (REFUSED, "link.ended"))
        self.assertEqual(
            text, f"The link with the person {guest.principal.hex()[:12]} was ended. "
            "Nothing is exchanged with that person's ledgers.")
        self.assertEqual(peer.end()[0], 1)

    def test_a_ledger_without_its_key_proves_nothing_and_says_so_to_its_owner_alone(self):
        os.rename(self.path("desk") + "/keys/principal.key", self.path("elsewhere"))
        done = self.answered(message(CHALLENGE, cbor2.dumps([2, bytes(32)])))
        refusals = self.refusals(done.stdout)
        self.assertEqual(refusals, [["peer.unproven", UNPROVEN.replace("asking", "answering")]])
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"{self.path('desk')}/keys/principal.key is not that key.", done.stderr.decode())

    def test_the_hidden_option_opens_no_door(self):
        """A service that starts the program for strangers, even with the option, hands them no secret."""
        said = hello(self.owner.principal)
        secret = os.urandom(32)
        expected = (
            "error: The caller has not shown that it started this process.\n"
            "hint: Only \"daybook sync\" uses --started-by-sync. Without it, the caller proves a person.\n")

        def run(source, data):
            """`peer --started-by-sync` with a source as its descriptor 3."""
            command = ["bash", "-c", f"exec 3{source} \"$0\" peer --started-by-sync", self.program]
            return subprocess.run(
                command, input=data, capture_output=True, check=False,
                env=self.variables("desk") | {"SECRET": secret.hex()})

        file = Path(self.path("secret"))
        file.write_bytes(secret)
        piped = f"< <(cat {file})"
        for source, data in [
            ("<&-", said), ("<&0", secret + said), ("< /dev/null", said), (f"< {file}", secret + said), (piped, said),
            (piped, bytes(32) + said), (piped, secret[:31]), (piped, b""),
            ("< <(head -c 31 /dev/zero)", bytes(32) + said),
            ("< <(head -c 33 /dev/zero)", bytes(33) + said), ("< <(true)", said),
        ]:
            done = run(source, data)
            self.assertEqual((done.returncode, done.stdout, done.stderr.decode()), (1, b"", expected), source)
        # Only who chooses the descriptors and says what lies there: that is who can read the files.
        done = run(piped, secret + said)
        self.assertEqual((done.returncode, done.stdout[0]), (0, ANSWER), done.stderr)

    def test_a_silent_caller_is_left_and_holds_no_ledger_meanwhile(self):
        for said in (b"", message(CHALLENGE, cbor2.dumps([2, bytes(32)]))):
            peer = Peer(self, "desk", DAYBOOK_PEER_SECONDS="2")
            peer.say(said)
            time.sleep(0.5)
            began = time.monotonic()
            self.run_program("desk", "compact")
            self.assertLess(time.monotonic() - began, 1.4)
            self.assertIsNone(peer.process.poll())
            status = peer.process.wait(timeout=60)
            self.assertEqual(
                (status, peer.process.stderr.read().decode()),
                (75, "error: The caller was silent for 2 s: it is stopped or hangs.\n"
                 "hint: What was exchanged before stays; the same command goes on from there.\n"))

    def test_two_folders_of_one_user_need_no_key(self):
        self.make("tablet", join="desk")
        self.run_program("desk", "sync", self.path("tablet"))
        self.log("tablet")
        os.rename(self.path("tablet") + "/keys/principal.key", self.path("elsewhere"))
        self.assertEqual(self.answer("desk", "sync", self.path("tablet"))["received"], 2)
        # A stranger's ledger is still answered as one.
        self.make("stranger")
        self.log("stranger")
        self.assertEqual(self.error("stranger", 1, "sync", self.path("desk"))["code"], "origin.unknown")


if __name__ == "__main__":
    unittest.main()
