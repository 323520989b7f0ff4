// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {AuthorizationTest} from "../support/AuthorizationTest.sol";

contract TransferTest is AuthorizationTest {
    function testFuzz_moves_up_to_the_balance(uint256 value) public {
        value = between(value, 0, 2 * FUNDS);
        bool enough = value <= FUNDS;
        if (!enough) vm.expectRevert(text("ERC20: transfer amount exceeds balance"));
        vm.prank(payer);
        usdc.transfer(payee, value);
        vm.assertEq(usdc.balanceOf(payee), enough ? value : 0, "payee");
        vm.assertEq(usdc.balanceOf(payer), enough ? FUNDS - value : FUNDS, "payer");
        vm.assertEq(usdc.totalSupply(), FUNDS, "supply");
    }

    function test_refuses_to_send_to_the_token_itself() public {
        vm.expectRevert(text("Blacklistable: account is blacklisted"));
        vm.prank(payer);
        usdc.transfer(address(usdc), VALUE);
    }

    function test_refuses_the_zero_address() public {
        vm.expectRevert(text("ERC20: transfer to the zero address"));
        vm.prank(payer);
        usdc.transfer(address(0), VALUE);
    }

    function test_gives_balances_back_unchanged_after_a_blacklisting() public {
        setBlacklisted(payer, true);
        vm.assertTrue(usdc.isBlacklisted(payer), "blacklisted");
        vm.assertEq(usdc.balanceOf(payer), FUNDS, "balance while blacklisted");
        vm.expectRevert(text("Blacklistable: account is blacklisted"));
        vm.prank(payer);
        usdc.transfer(payee, VALUE);
        setBlacklisted(payer, false);
        vm.assertEq(usdc.balanceOf(payer), FUNDS, "balance afterwards");
    }
}
