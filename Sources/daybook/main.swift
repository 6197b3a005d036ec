import DaybookCommands

Program.main()
