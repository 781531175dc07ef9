package bulk

import (
	"errors"
	"testing"

	"github.com/gevel/gevel"
)

func TestErrorsAreWordedForWhoTypesWhateverTheyHint(t *testing.T) {
	flag := func(parameter string) string { return map[string]string{"useSurface": "--use-surface"}[parameter] }
	missing := &gevel.Error{
		Code: gevel.MissingCharacteristics, Message: "no surface", Hint: "say it", Missing: []string{"useSurface"},
	}
	elsewhere := &gevel.Error{Code: gevel.OutsideModel, Message: "too far", Hint: "give it as buildYear"}
	ambiguous := &gevel.Error{
		Code: gevel.AmbiguousAddress, Message: "several", Hint: "choose",
		Candidates: []gevel.Address{
			{HouseNumber: 3}, {HouseNumber: 3, HouseLetter: "A"}, {HouseNumber: 3, HouseLetter: "B", HouseNumberExt: "2"},
		},
	}
	for want, err := range map[string]error{
		"no surface; give it as --use-surface":               missing,
		"several; it may be one of the number alone, A, B-2": ambiguous,
		"too far; give it as buildYear":                      elsewhere,
		"no edition; it is no gevel.Error":                   errors.New("no edition; it is no gevel.Error"),
	} {
		got := Reword(err, flag)
		if got.Error() != want || gevel.CodeOf(got) != gevel.CodeOf(err) {
			t.Errorf("Reword(%v) = %v of code %s, want %s", err, got, gevel.CodeOf(got), want)
		}
	}
}
