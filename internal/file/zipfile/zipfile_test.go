package zipfile_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/klauspost/compress/zip"

	"github.com/gevel/gevel/internal/file/zipfile"
)

// packed stores members, given as names and contents, in a zip with a comment.
func packed(t testing.TB, comment string, members ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(members); i += 2 {
		w, err := z.CreateHeader(&zip.FileHeader{Name: members[i], Method: zip.Store})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(members[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.SetComment(comment); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func open(content []byte) ([]*zip.File, error) {
	return zipfile.Members(bytes.NewReader(content), int64(len(content)))
}

// zipOfZips stores two zips, the second with a comment.
func zipOfZips(t testing.TB, comment string) []byte {
	one, two := packed(t, "", "a.xml", "<a/>"), packed(t, "of the second", "b.xml", "<b/>")
	return packed(t, comment, "one.zip", string(one), "two.zip", string(two))
}

func TestAZipOfZipsThatIsCutAnywhereIsCutShort(t *testing.T) {
	for _, comment := range []string{"", "made for a test"} {
		whole := zipOfZips(t, comment)
		members, err := open(whole)
		if err != nil || len(members) != 2 {
			t.Fatalf("the whole zip gives %d members, %v", len(members), err)
		}
		for length := 2; length < len(whole); length++ {
			if _, err := open(whole[:length]); err == nil || !strings.Contains(err.Error(), "cut short") {
				t.Errorf("cut to %d of %d bytes it gives %v", length, len(whole), err)
			}
		}
	}
}

func TestAZipThatIsNotWholeSaysWhatIsWrong(t *testing.T) {
	spoiled := zipOfZips(t, "")
	binary.LittleEndian.PutUint16(spoiled[len(spoiled)-12:], 9999) // members
	for name, c := range map[string]struct {
		content []byte
		want    string
	}{
		"empty":     {nil, "no zip"},
		"text":      {[]byte("postcode;huisnummer"), "no zip"},
		"followed":  {append(zipOfZips(t, ""), '\n'), "bytes follow its end"},
		"directory": {spoiled, "directory at the end of the zip is damaged"},
	} {
		if _, err := open(c.content); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v does not say %q", name, err, c.want)
		}
	}
}

func TestAZipWithoutMembersIsOne(t *testing.T) {
	if members, err := open(packed(t, "nothing here")); err != nil || len(members) != 0 {
		t.Errorf("it gives %d members, %v", len(members), err)
	}
}

// FuzzMembers checks that a zip that opens no longer does with a byte appended.
func FuzzMembers(f *testing.F) {
	f.Add(zipOfZips(f, "a comment"))
	f.Add(packed(f, ""))
	f.Add([]byte("PK"))
	f.Fuzz(func(t *testing.T, content []byte) {
		if _, err := open(content); err != nil {
			return
		}
		if _, err := open(append(bytes.Clone(content), 'x')); err == nil {
			t.Error("a byte more is passed over")
		}
	})
}

func TestAZipOfVeryManyMembersIsRefused(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := range 250_000 {
		if _, err := z.CreateHeader(&zip.FileHeader{Name: fmt.Sprintf("%030d.xml", i)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := open(b.Bytes()); err == nil || !strings.Contains(err.Error(), "the directory of the zip takes more than") {
		t.Errorf("got %v, want that its directory is too large", err)
	}
}
