<?php
/**
 * Words of a text as the search of the site's pages compares them: small letters without accents, endings cut, and pairs of signs
 * for scripts that don't part words. No language is named: a site's pages may have several.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/** So frequent that they tell nothing. */
const COMMON_WORDS = 'about and any are but can could did does for from had has have her his how into its just like may more much not now one our out she should some than that the their them then there they this was were what when where which who why will with would you your auf aus bei das dem den der des die ein eine einem einen einer für gibt haben hat ich ihr ist kann mein mit nach nicht oder sich sie sind und uns von was wann welche wer wie wir wird zum zur est les des une qui que pour dans avec sur pas par nous vous ils sont ont aux ces cette quel quelle comment quand los las del una con por para como más qué cuándo cómo dónde está son hay';
/** Of a word as long as this or longer its beginning is compared, so that "cancelling" finds "cancel". */
const STEM_LETTERS = 5;

/**
 * The words of a text, plain: small letters, no accents, pairs of signs where words aren't parted.
 *
 * @return string[] In their order, with repeats.
 */
function words_of( string $text ): array {
	$plain = mb_strtolower( remove_accents( html_entity_decode( $text, ENT_QUOTES | ENT_HTML5, 'UTF-8' ) ) );
	$words = array();
	preg_match_all( '/[\x{0e00}-\x{0fff}\x{3040}-\x{30ff}\x{3400}-\x{9fff}\x{ac00}-\x{d7af}]+|[\p{L}\p{N}]+/u', $plain, $found );
	foreach ( $found[0] as $word ) {
		if ( preg_match( '/^[\x{0e00}-\x{0fff}\x{3040}-\x{30ff}\x{3400}-\x{9fff}\x{ac00}-\x{d7af}]/u', $word ) ) {
			for ( $i = 0, $last = max( 1, mb_strlen( $word ) - 1 ); $i < $last; $i++ ) {
				$words[] = mb_substr( $word, $i, 2 );
			}
		} else {
			$words[] = $word;
		}
	}
	return $words;
}

/**
 * What is worth looking for.
 *
 * @return string[] Stems, each once.
 */
function stems_of( string $text ): array {
	static $common = null;
	$common        = $common ?? array_flip( explode( ' ', remove_accents( COMMON_WORDS ) ) );
	$stems         = array();
	foreach ( words_of( $text ) as $word ) {
		$is_dense = (bool) preg_match( '/^[^\x00-\x7f]/', $word ) && mb_strlen( $word ) <= 2;
		if ( ( $is_dense || mb_strlen( $word ) > 2 || ctype_digit( $word ) ) && ! isset( $common[ $word ] ) ) {
			$stems[ mb_substr( $word, 0, STEM_LETTERS ) ] = true;
		}
	}
	// Numbers are integers as keys.
	return array_map( 'strval', array_keys( $stems ) );
}
