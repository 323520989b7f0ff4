// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IFiatToken} from "../../src/interfaces/IFiatToken.sol";
import {AuthorizationTest} from "../support/AuthorizationTest.sol";

contract MintTest is AuthorizationTest {
    address private immutable minter = named("minter");

    function test_lets_the_owner_mint() public {
        vm.expectEmit(address(usdc));
        emit IFiatToken.Transfer(address(0), payee, VALUE);
        mint(usdc, payee, VALUE);
        vm.assertEq(usdc.balanceOf(payee), VALUE, "balance");
        vm.assertEq(usdc.totalSupply(), FUNDS + VALUE, "supply");
    }

    function test_lets_a_minter_mint_its_allowance() public {
        vm.prank(tokenOwner);
        usdc.configureMinter(minter, VALUE);
        vm.prank(minter);
        usdc.mint(payee, VALUE - 1);
        vm.expectRevert(text("FiatToken: mint amount exceeds minterAllowance"));
        vm.prank(minter);
        usdc.mint(payee, 2);
        vm.assertEq(usdc.minterAllowance(minter), 1, "allowance");
    }

    function testFuzz_refuses_everyone_else(address caller) public {
        vm.assume(caller != tokenOwner && caller != proxyAdmin && caller != address(usdc));
        vm.expectRevert(text("FiatToken: caller is not a minter"));
        vm.prank(caller);
        usdc.mint(payee, VALUE);
    }

    function testFuzz_only_the_owner_has_the_other_roles(address caller) public {
        vm.assume(caller != tokenOwner && caller != proxyAdmin);
        bytes memory refusal = text("Ownable: caller is not the owner");
        vm.expectRevert(refusal);
        vm.prank(caller);
        usdc.configureMinter(caller, 1);
        vm.expectRevert(refusal);
        vm.prank(caller);
        usdc.blacklist(payer);
        vm.expectRevert(refusal);
        vm.prank(caller);
        usdc.unBlacklist(payer);
        vm.expectRevert(refusal);
        vm.prank(caller);
        usdc.pause();
        vm.expectRevert(refusal);
        vm.prank(caller);
        usdc.unpause();
        vm.expectRevert(refusal);
        vm.prank(caller);
        usdc.rename("x");
    }
}
