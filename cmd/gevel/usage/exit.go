package usage

// ExitCode is what the program ends with, and what that means.
type ExitCode struct {
	Code  int
	Means string
}

// ExitCodes are all of them.
var ExitCodes = []ExitCode{
	{0, "Done."},
	{1, "Something went wrong."},
	{2, "The words of the command, the build file, or the header of a file of sales, homes, characteristics or predictions are off."},
	{3, "The question has no answer: no such address, or it can't be valued."},
	{130, "Interrupted; nothing half-done is left."},
}
