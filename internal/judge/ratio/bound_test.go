package ratio

import "testing"

// TestEachMeasureIsHeldToItsStandard tries each measure at both of its bounds and a little beyond.
func TestEachMeasureIsHeldToItsStandard(t *testing.T) {
	for measure, within := range map[string][2]float64{
		"PRD": {0.98, 1.03}, "PRB": {-0.05, 0.05}, "MKI": {0.95, 1.05}, "VEI": {-10, 10},
	} {
		for value, want := range map[float64]bool{
			within[0]: true, within[1]: true, within[0] - 0.001: false, within[1] + 0.001: false,
		} {
			s := Summary{}
			s.VEI.Significance = known(11)
			figure := map[string]*Figure{"PRD": &s.PRD, "PRB": &s.PRB, "MKI": &s.MKI, "VEI": &s.VEI.Figure}[measure]
			*figure = known(value)
			if got := s.bounds(); len(got) != 1 || got[0].Measure != measure || got[0].Met != want {
				t.Errorf("%s of %v is met: want %v, got %+v", measure, value, want, got)
			}
		}
	}
	s := Summary{}
	s.VEI.Figure, s.VEI.Significance = known(12), known(10)
	if got := s.bounds(); !got[0].Met {
		t.Errorf("a VEI of 12 whose groups may lie as near as chance puts them: %+v", got)
	}
}
