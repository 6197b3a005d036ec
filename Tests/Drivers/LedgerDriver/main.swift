Driver.main()
