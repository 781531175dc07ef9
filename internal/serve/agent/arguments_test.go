package agent

import (
	"reflect"
	"testing"
)

func TestArgumentsAreReadAsLanguageModelsMeanThem(t *testing.T) {
	of := argumentsOf(reflect.TypeFor[comparablesInput]())
	for given, want := range map[string]string{
		`{"postalCode":"1234AB","houseNumber":55,"houseLetter":null,"buildType":null,"rooms":null}`: `there is no argument "rooms"`,
		`{"houseNumber":55,"houseLetter":null,"houseNumberExt":"","useSurface":""}`:                 `{"houseNumber":55}`,
		`{"houseNumber":"55","useSurface":"105.0","surfaceWithin":"0.1","monument":"true"}`:         `{"houseNumber":55,"monument":true,"surfaceWithin":0.1,"useSurface":105}`,
		`{"houseNumber":55.0,"houseNumberExt":2,"postalCode":"1234AB"}`:                             `{"houseNumber":55,"houseNumberExt":"2","postalCode":"1234AB"}`,
		`{"houseNumber":"12a","houseLetter":{"a":1}}`:                                               `{"houseLetter":{"a":1},"houseNumber":"12a"}`,
		`{"buildType":"tussenwoning","energyLabel":"a++","order":"Date"}`:                           `{"buildType":"Tussenwoning","energyLabel":"A++","order":"date"}`,
		`{"buildtype":"Tussenwoning"}`:                                                              `there is no argument "buildtype"; did you mean buildType?`,
		`[]`:                                                                                        `[]`,
	} {
		got, err := of.read([]byte(given))
		if err != nil {
			got = []byte(err.Error())
		}
		if string(got) != want {
			t.Errorf("%s is read as %s, want %s", given, got, want)
		}
	}
}
