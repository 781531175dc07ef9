package standard

// Bound is where a measure of a ratio study must lie.
type Bound struct {
	Measure   string
	Low, High float64
	Source    Source
}

// The measures that have bounds.
const (
	MedianRatio = "median ratio"
	COD         = "COD"
	PRD         = "PRD"
	PRB         = "PRB"
	MKI         = "MKI"
	VEI         = "VEI"
)

// Bounds are those of a ratio study of homes. The COD, in percent, is that of older or differing areas; the standard
// asks 10 of newer or like ones, and suspects values fitted to the very prices below 5, which values made before the
// sale can't be.
var Bounds = []Bound{
	{MedianRatio, 0.90, 1.10, IAAO2013},
	{COD, 0, 15, IAAO2013},
	{PRD, 0.98, 1.03, IAAO2013},
	{PRB, -0.05, 0.05, IAAO2013},
	{MKI, 0.95, 1.05, IAAODraft},
	{VEI, -10, 10, IAAODraft},
}
