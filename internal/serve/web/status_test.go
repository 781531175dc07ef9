package web_test

import (
	"testing"

	"github.com/gevel/gevel/internal/offline/demo"
)

// TestAHomeThatIsNotInUseIsMarked opens a home that is being built, in both languages, and one in use.
func TestAHomeThatIsNotInUseIsMarked(t *testing.T) {
	const said = `document.getElementById('homestatus')?.textContent ?? ''`
	s := openSite(t, fullKey)
	planned := s.at(s.caseAt(t, demo.CaseNextYear)) + "&buildType=Tussenwoning&buildYear=2000&useSurface=105"
	for _, tt := range []struct{ at, want string }{
		{planned, "The register has this home only as formed: planned, or still being built or split off. Its value is as " +
			"if it were there."},
		{planned + "&language=nl", "Het register kent deze woning alleen als gevormd: gepland, in aanbouw of nog niet " +
			"afgesplitst. De waarde geldt alsof zij er al is."},
		{s.at(s.caseAt(t, demo.CaseOrdinary)), ""},
	} {
		b := openTab(t, wide, tt.at)
		b.wait(valued)
		if got := evaluate[string](b, said); got != tt.want {
			t.Errorf("%s says %q, want %q", tt.at, got, tt.want)
		}
		b.quiet()
	}
}
