package bag

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// hashOf hashes a whole register in its order.
func hashOf(r *Register) string {
	h := sha256.New()
	fmt.Fprintln(h, r.AsOf)
	for _, a := range r.Addresses {
		fmt.Fprintf(h, "%+v\n", a)
	}
	for _, d := range r.Dwellings {
		fmt.Fprintf(h, "{ID:%s NumberID:%s At:%+v Place:%+v Characteristics:%+v TypeDerived:%t}\n",
			d.ID, d.NumberID, d.At, d.Place, d.Characteristics, d.BuildType != 0)
	}
	type count struct{ Read, Used, NotCurrent, Withdrawn, Rejected, Faults int } // as the hashes have them
	objects := map[ObjectType]count{}
	for object, c := range r.Objects {
		objects[object] = count{c.Read, c.Used, c.Past, c.Withdrawn, c.Rejected, c.Faults}
	}
	fmt.Fprintf(h, "%+v\n%+v\n", objects, r.Rejects.List())
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// The hashes were taken when every row was still held in memory as read. The way of building the register may
// change, its content may not.
func TestRegistersSayWhatTheySaidBefore(t *testing.T) {
	invented := filepath.Join(t.TempDir(), "country.zip")
	writeCountry(t, invented, 6_000)
	for path, want := range map[string]string{
		invented:                                "4860a475d2031e1f",
		"testdata/BAGNLDL-15092020-trimmed.zip": "db0973bcc81fd4f3",
		"testdata/pand-gml-bad.xml":             "83606c2619169ea0",
		"bag/BAGNLDL-15092020-small.zip":        "db0973bcc81fd4f3",
		"bag/0221PND15092020.zip":               "d4b4fa3ea529525a",
		"bag/hague-slice-08092023.zip":          "4b3c2cbd48186d35",
	} {
		t.Run(filepath.Base(path), func(t *testing.T) {
			if strings.HasPrefix(path, "bag/") {
				path = sharedData(t, path)
			}
			r := mustRead(t, path)
			if path == invented {
				logAccount(t, r)
			}
			if got := hashOf(r); got != want {
				t.Errorf("the register's hash is %s, was %s", got, want)
			}
		})
	}
}
