"""The program's answers about endorsements, compared with schemas/cli; a part of cli_schemas_test."""


def ask(case):
    given = case.answer("endorse", "endorse", "--cfi", "1", "--kind", "solo")["id"]
    case.answer(
        "endorse", "endorse", "--cfi", "1", "--kind", "tailwheel", "--make-model", "Citabria", "--remarks", "x")
    case.answer(
        "endorse", "endorse", "--cfi", "1", "--template", "A.69", "--fill", "name=x", "--fill", "grade=x",
        "--fill", "certificateNumber=1", "--fill", "date=2026-01-01")
    case.answer("endorse-templates", "endorse", "templates")
    case.answer("endorse-templates", "endorse", "templates", "A.6")
    case.run_program("key", "new", case.path("endorsing.key"))
    sign = ("endorse", "sign", given, "--cfi", "1", "--key", case.path("endorsing.key"))
    case.answer("endorse-sign-request", "endorse", "sign-request", given, case.path("endorse.json"))
    case.answer(
        "key-sign", "key", "sign", case.path("endorse.json"), "--key", case.path("endorsing.key"), "--cfi", "1")
    case.answer("endorse-sign", *sign)
    case.answer("endorse-list", "endorse", "list")
    case.answer("endorse-show", "endorse", "show", given)
    case.answer("audit", "audit")
    case.answer("endorse-void", "endorse", "void", given, "--reason", "x")
    case.answer("endorse-sign", *sign[:5])
    case.answer("endorse-void", "endorse", "void", given, "--reason", "x")
    case.answer("endorse-show", "endorse", "show", given)
    case.answer("endorse-list", "endorse", "list")
    case.answer("endorse-withdraw", "endorse", "withdraw", given)
    case.answer("audit", "audit")
