package market

import "strings"

// TextList holds texts that are mostly distinct, end to end in one.
type TextList struct {
	text strings.Builder
	ends []uint32
}

// Add appends a text.
func (l *TextList) Add(s []byte) {
	l.text.Write(s)
	l.ends = append(l.ends, uint32(l.text.Len()))
}

// At returns the i-th text.
func (l *TextList) At(i int) string {
	start := uint32(0)
	if i > 0 {
		start = l.ends[i-1]
	}
	return l.text.String()[start:l.ends[i]]
}

// Len returns how many texts there are.
func (l *TextList) Len() int { return len(l.ends) }
