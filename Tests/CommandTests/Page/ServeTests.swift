import DaybookDomains
import Testing

@Suite struct ServeTests {
    @Test("a program without the page states where one with it comes from") func absent() {
        let shell = Shell()
        let answer = shell.run("serve")
        #expect(answer.status == 64 && answer.out == "")
        #expect(
            answer.err == """
                error: This program was built without the page.
                hint: Run "tools/daybook serve" in a checkout: it builds a program with it.

                """)
        #expect(shell.run("serve", "--json").err.contains("\"code\":\"serve.absent\""))
    }

    @Test("a port that is none is refused", arguments: ["0", "65536", "x", "-1"]) func port(text: String) {
        let answer = Shell().run("serve", "--port", text)
        #expect(answer.status == 64 && answer.err.contains("is not a whole number from 1 to 65535"), "\(answer.err)")
    }
}
