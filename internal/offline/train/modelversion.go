package train

// ModelVersion is the version of the code that trains and values. It goes up when
// the same sources would give another model or another value, and only then: an
// edition's id depends on it, and not on the program's version.
const ModelVersion = 2
