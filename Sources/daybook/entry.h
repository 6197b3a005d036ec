#ifndef DAYBOOK_ENTRY_H
#define DAYBOOK_ENTRY_H

/* The program, in Swift: Sources/DaybookCommands/App/Program.swift. Ends the process. */
int daybook_main(int count, char **values);

#endif
