package gevel

import "fmt"

// EnergyLabel is an energy label; 0 is unknown, and a higher value is a better label.
type EnergyLabel uint8

// The labels, from worst to best.
const (
	LabelG EnergyLabel = 1 + iota
	LabelF
	LabelE
	LabelD
	LabelC
	LabelB
	LabelA
	LabelAPlus
	LabelAPlus2
	LabelAPlus3
	LabelAPlus4
	LabelAPlus5

	// EnergyLabels is the number of labels, with unknown counted as one.
	EnergyLabels = int(LabelAPlus5) + 1
)

var energyLabelNames = [EnergyLabels]string{
	"", "G", "F", "E", "D", "C", "B", "A", "A+", "A++", "A+++", "A++++", "A+++++",
}

// EnergyLabelNames returns the 12 labels, best first.
func EnergyLabelNames() []string {
	names := make([]string, 0, EnergyLabels-1)
	for l := EnergyLabels - 1; l > 0; l-- {
		names = append(names, energyLabelNames[l])
	}
	return names
}

// String returns the label, "" when it is unknown.
func (l EnergyLabel) String() string {
	if int(l) < len(energyLabelNames) {
		return energyLabelNames[l]
	}
	return fmt.Sprintf("EnergyLabel(%d)", uint8(l))
}
