package train

// CodeVersion is the version of the code that trains and values. It goes up when the same sources would give
// another model or another value, and only then. An edition's id depends on it and not on the program's version.
const CodeVersion = 5
