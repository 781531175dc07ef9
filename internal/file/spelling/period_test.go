package spelling

import (
	"testing"

	"github.com/gevel/gevel"
)

func TestMonthsAndQuartersAreReadAsPeopleWriteThem(t *testing.T) {
	may := gevel.NewDate(2023, 5, 1).Month()
	for _, s := range []string{
		"2023-05", "2023-5", "202305", "202305.0", "2023MM05", "2023M05", "2023 M05", "2023-M05", "2023m5", "2023/05", "2023.05",
		"05-2023", "5-2023", "05/2023", "mei 2023", "mei-23", "mei '23", "Mei ’23", "May-23", "May 2023", "2023 mei", "2023 mei*", " 2023-05* ",
	} {
		if m, months, ok := Period(s); !ok || m != may || months != 1 {
			t.Errorf("%q is %s, %d months, %t", s, m, months, ok)
		}
	}
	april := may - 1
	for _, s := range []string{"2023Q2", "2023-Q2", "2023KW02", "2023 2e kwartaal", "2e kwartaal 2023", "Q2 2023"} {
		if m, months, ok := Period(s); !ok || m != april || months != 3 {
			t.Errorf("%q is %s, %d months, %t", s, m, months, ok)
		}
	}
	if m, _, ok := Period("mrt. 1995"); !ok || m != gevel.NewDate(1995, 3, 1).Month() {
		t.Errorf("mrt. 1995 is %s, %t", m, ok)
	}
	if m, _, ok := Period("jan-95"); !ok || m != gevel.NewDate(1995, 1, 1).Month() {
		t.Errorf("jan-95 is %s, %t", m, ok)
	}
	for _, s := range []string{"", "1-9-2010", "2-1-2010", "20-10-12", "2023-13", "2023-00", "13-2023", "2023", "2023Q5", "2023JJ00", "mai", "45047", "2023-05-01", "nan", "20230501"} {
		if m, months, ok := Period(s); ok {
			t.Errorf("%q is %s, %d months", s, m, months)
		}
	}
}

func FuzzPeriod(f *testing.F) {
	for _, s := range []string{"2023-05", "mei '23", "2e kwartaal 2023", "202305.0*", "99MM99"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		m, months, ok := Period(s)
		if ok && (months != 1 && months != 3 || m < 0) {
			t.Errorf("%q is %d, %d months", s, m, months)
		}
	})
}
