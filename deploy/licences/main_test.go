package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/swaggest/swgui/v5/static"
)

const root = "../.."

func TestThirdPartyLicencesAreUpToDate(t *testing.T) {
	want, err := collect(root)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(root + "/" + target)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what is linked and embedded: go run ./deploy/licences", target)
	}
	for _, work := range []string{
		"standard library, LICENSE", "github.com/alecthomas/kong v", "modernc.org/sqlite v", "Swagger UI " + swaggerUI + ", NOTICE",
	} {
		if !strings.Contains(string(want), work) {
			t.Errorf("the licences lack %s", work)
		}
	}
}

func TestSwaggerUIIsOfTheVersionWhoseLicencesAreKept(t *testing.T) {
	packed, err := static.FS.Open("swagger-ui-bundle.js.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	script, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(script, []byte(`PACKAGE_VERSION:"`+swaggerUI+`"`)) {
		t.Errorf("Swagger UI is not of version %s: renew deploy/licences/swagger-ui", swaggerUI)
	}
}
