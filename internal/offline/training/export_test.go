package training

// ID returns the id of the training set, the hash of what vintages are fitted on.
func (f *Folder) ID() string { return f.id }
