<?php
/**
 * Removes everything that the plugin has stored, on every site of a network.
 *
 * @package Bellhop
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

/** What one site holds. */
function bellhop_remove_site_data(): void {
	global $wpdb;
	foreach ( array( 'settings', 'service_token', 'state', 'site_record', 'owner_key', 'rest_closed', 'model_key', 'model_trouble', 'day_trouble', 'tables', 'round', 'furniture', 'embeddings', 'answers', 'replies', 'digest', 'streams', 'workers', 'sending', 'bots', 'consent_texts', 'moderation' ) as $option ) {
		delete_option( 'bellhop_' . $option );
	}
	foreach ( array( 'sessions', 'events', 'calls', 'counts', 'pages', 'passages', 'feedback', 'previews', 'notes', 'consents', 'questions' ) as $table ) {
		$wpdb->query( $wpdb->prepare( 'DROP TABLE IF EXISTS %i', $wpdb->prefix . 'bellhop_' . $table ) ); // phpcs:ignore WordPress.DB
	}
	wp_clear_scheduled_hook( 'bellhop_heartbeat' );
	wp_clear_scheduled_hook( 'bellhop_know_pages' );
	wp_clear_scheduled_hook( 'bellhop_embed_passages' );
	wp_clear_scheduled_hook( 'bellhop_digest' );
	wp_clear_scheduled_hook( 'bellhop_send_pages' );
	delete_post_meta_by_key( '_bellhop_sent' );
	// Transients have no list of their own.
	$like  = $wpdb->esc_like( '_transient_bellhop_' ) . '%';
	$names = $wpdb->get_col( $wpdb->prepare( "SELECT option_name FROM {$wpdb->options} WHERE option_name LIKE %s", $like ) ); // phpcs:ignore WordPress.DB.DirectDatabaseQuery
	foreach ( $names as $name ) {
		delete_transient( substr( $name, strlen( '_transient_' ) ) );
	}
}

if ( is_multisite() ) {
	delete_site_option( 'bellhop_network_settings' );
	foreach ( get_sites(
		array(
			'fields' => 'ids',
			'number' => 0,
		)
	) as $bellhop_site ) {
		switch_to_blog( $bellhop_site );
		bellhop_remove_site_data();
		restore_current_blog();
	}
} else {
	bellhop_remove_site_data();
}
