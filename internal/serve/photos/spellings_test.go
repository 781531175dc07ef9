package photos

import (
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
			c.claims = append(c.claims, claim{})
			return say(c), err
		}
	}
	suffix := func(c candidate) string {
		return gevel.JoinSuffix(c.claims[0].home.Address.HouseLetter, c.claims[0].home.Address.HouseNumberExt)
	}
	spellings.Files(t, "manifest of photos", spellings.ID, manifestOf("number_id", func(c candidate) string { return string(c.claims[0].home.ID) }))
	spellings.Files(t, "manifest of photos", spellings.PostalCode, manifestOf("postal_code", func(c candidate) string { return string(c.claims[0].home.Address.PostalCode) }))
	spellings.Files(t, "manifest of photos", spellings.HouseNumber, manifestOf("house_number", func(c candidate) string {
		return strings.TrimSpace(strconv.Itoa(c.claims[0].home.Address.HouseNumber) + " " + suffix(c))
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
		of := gevel.BAGID("")
		if err == nil {
			of, err = Import{Addresses: oneHome(id)}.home(&c)
		}
		if string(of) != want || (err == nil) != (want != "") {
			t.Errorf("%s is of %q, %v, want %q", name, of, err, want)
		}
	}
}

// oneHome is a register of one home, whose object has the same id as its address.
type oneHome gevel.BAGID

func (h oneHome) AddressByNumber(id gevel.BAGID) (gevel.Address, bool) {
	return gevel.Address{ObjectID: id, NumberID: id}, id == gevel.BAGID(h)
}
func (h oneHome) MainAddress(gevel.BAGID) (gevel.Address, bool) { return gevel.Address{}, false }
func (h oneHome) Find(q gevel.AddressQuery) (gevel.Address, error) {
	return q.Match([]gevel.Address{{ObjectID: gevel.BAGID(h)}})
}
