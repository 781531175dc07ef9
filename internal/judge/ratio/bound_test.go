package ratio

import "testing"

// TestEachMeasureIsHeldToItsStandard tries each measure at both of its bounds and a little beyond.
func TestEachMeasureIsHeldToItsStandard(t *testing.T) {
	for measure, within := range map[string][2]float64{
		"PRD": {0.98, 1.03}, "PRB": {-0.05, 0.05}, "MKI": {0.95, 1.05}, "VEI": {-10, 10},
	} {
		for value, want := range map[float64]Outcome{
			within[0]: Met, within[1]: Met, within[0] - 0.001: NotMet, within[1] + 0.001: NotMet,
		} {
			s := Summary{Valued: DefaultMinSegment}
			s.VEI.Significance = known(11)
			figure := map[string]*Figure{"PRD": &s.PRD, "PRB": &s.PRB, "MKI": &s.MKI, "VEI": &s.VEI.Figure}[measure]
			*figure = known(value)
			if got := s.bounds(); len(got) != 1 || got[0].Measure != measure || got[0].Outcome != want {
				t.Errorf("%s of %v: want %v, got %+v", measure, value, want, got)
			}
		}
	}
	s := Summary{Valued: DefaultMinSegment}
	s.VEI.Figure, s.VEI.Significance = known(12), known(10)
	if got := s.bounds(); got[0].Outcome != Met {
		t.Errorf("a VEI of 12 whose groups may lie as near as chance puts them: %+v", got)
	}
	s.Valued--
	if got := s.bounds(); got[0].Outcome != Undecided {
		t.Errorf("a verdict by %d sales: %+v", s.Valued, got)
	}
	s.VEI.Figure = Figure{}
	s.PRB = known(0.04).within(0.02, 0.06)
	if got := s.bounds(); got[0].Outcome != Undecided {
		t.Errorf("a PRB whose interval holds the bar: %+v", got)
	}
}
