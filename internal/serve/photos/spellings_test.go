package photos

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/testing/spellings"
)

func TestPhotosAreNamedAsInAnyFile(t *testing.T) {
	manifestOf := func(column string, say func(candidate) string) func(string) (string, error) {
		return func(text string) (string, error) {
			given := map[string]string{"postal_code": "2594AN", "house_number": "15"}
			given[column] = text
			var c candidate
			err := c.fillHome(func(column int) string { return spelling.Cell(given[manifestSchema.Names[column]]) })
			return say(c), err
		}
	}
	suffix := func(c candidate) string {
		return gevel.JoinSuffix(c.home.Address.HouseLetter, c.home.Address.HouseNumberExt)
	}
	spellings.Files(t, "manifest of photos", spellings.ID, manifestOf("number_id", func(c candidate) string { return string(c.home.ID) }))
	spellings.Files(t, "manifest of photos", spellings.PostalCode, manifestOf("postal_code", func(c candidate) string { return string(c.home.Address.PostalCode) }))
	spellings.Files(t, "manifest of photos", spellings.HouseNumber, manifestOf("house_number", func(c candidate) string {
		return strings.TrimSpace(strconv.Itoa(c.home.Address.HouseNumber) + " " + suffix(c))
	}))
	spellings.Files(t, "manifest of photos", spellings.Extension, manifestOf("house_number_ext", suffix))
	spellings.Files(t, "manifest of photos", spellings.Missing, manifestOf("house_number_ext", func(c candidate) string { return spellings.OrNothing(suffix(c)) }))
}

func TestAFileOfPhotosMayHaveAnIDInItsUsualForms(t *testing.T) {
	const id = "0518200000001234"
	for name, want := range map[string]string{
		id + "_front.jpg":                          id,
		"518200000001234.jpg":                      id,
		"518200000001234_2.jpg":                    id,
		"NL.IMBAG.Nummeraanduiding." + id + ".jpg": id,
		id + "/20200101120000.jpg":                 id, // a time
		id + "/518200000001234.jpg":                id,
		"20230131120000.jpg":                       "",
		"1600000000000.jpg":                        "",
		"5.182E+14.jpg":                            "",
	} {
		c, err := Import{}.named("photos", filepath.Join("photos", name))
		if got := string(c.home.ID); got != want || (err == nil) != (want != "") {
			t.Errorf("%s is of %q, %v, want %q", name, got, err, want)
		}
	}
	if _, err := (Import{}).named("photos", fmt.Sprintf("photos/%s/0363200000001234.jpg", id)); err == nil {
		t.Error("a file in the folder of another home is taken")
	}
}
